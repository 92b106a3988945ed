import icsweep

store = icsweep.open("store.h5")
print(store)
frame = store["augmented"]
print(frame.groupby(["depth", "length"]).test_mse.agg(["mean", "std", "count"]))
curves = store.curves("augmented", "position_mse")
print(curves.groupby("depth").mean("experiment").sel(position=[1, 5, 20]).to_pandas())
print(store.query("SELECT depth, median(test_mse), ci95(test_mse) FROM augmented GROUP BY depth"))
weights = store.named_weights("augmented", frame.test_mse.idxmin())
print(len(weights), "arrays, the first of", weights["layers.0.query.weight"].shape)
