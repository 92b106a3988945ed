"""Three models with hyperparameters of their own, on a table, with scikit-learn and pandas.

    python3 models.py models.h5
"""

import sys

import icsweep
import pandas
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import Ridge
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


@icsweep.experiment(files=["houses.csv"])
def fit(kind: str, trees: int = 10, depth: int = 8, alpha: float = 1.0, neighbours: int = 5):
    data = pandas.read_csv("houses.csv")
    if kind == "forest":
        model = RandomForestRegressor(trees, max_depth=depth, random_state=0)
    elif kind == "ridge":
        model = make_pipeline(StandardScaler(), Ridge(alpha))
    else:
        model = make_pipeline(StandardScaler(), KNeighborsRegressor(neighbours))
    scores = cross_val_score(model, data.drop(columns="price"), data["price"], cv=4, scoring="neg_mean_absolute_error")
    return {"error": -scores.mean()}


if __name__ == "__main__":
    sweep = icsweep.Sweep(
        fit,
        kind=["forest", "ridge", "neighbours"],
        trees=icsweep.when('kind == "forest"', [10, 30]),
        depth=icsweep.when('kind == "forest"', [4, 8]),
        alpha=icsweep.when('kind == "ridge"', icsweep.logarithmic(0.1, 100, 4)),
        neighbours=icsweep.when('kind == "neighbours"', [2, 5, 10]),
    )
    results = sweep.run(sys.argv[1], ranks=2)
    print(results.top("error"))
