import netCDF4
with netCDF4.Dataset("store.h5") as store:
    t = store["augmented"]
    chosen = (t["status"][:] == 1) & (t["planned"][:] == 1) & (t["depth"][:] == 2)
    print(t["test_mse"][:][chosen].mean())
