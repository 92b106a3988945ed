import h5py
with h5py.File("store.h5") as store:
    t = store["augmented"]
    chosen = (t["status"][:] == 1) & (t["planned"][:] == 1) & (t["depth"][:] == 2)
    print(t["test_mse"][:][chosen].mean())
