"""Hyperparameters of a forest on a table, with scikit-learn and pandas.

    python3 houses.py houses.h5
"""

import sys

import icsweep
import pandas
from sklearn.ensemble import RandomForestRegressor
from sklearn.model_selection import cross_val_score


@icsweep.experiment(files=["houses.csv"])
def forest(trees: int, depth: int, share: float, seed: int = 0):
    data = pandas.read_csv("houses.csv")
    model = RandomForestRegressor(trees, max_depth=depth, max_features=share, random_state=seed)
    scores = cross_val_score(model, data.drop(columns="price"), data["price"], cv=4, scoring="neg_mean_absolute_error")
    return {"error": -scores.mean(), "spread": scores.std()}


if __name__ == "__main__":
    sweep = icsweep.Sweep(
        forest,
        trees=[10, 30],
        depth=icsweep.log_integer(2, 16),
        share=icsweep.uniform(0.2, 1, 0.1),
        sample=4,
        seed=range(2),
    )
    results = sweep.run(sys.argv[1], ranks=2)
    print(results.top("error"))
