import xarray
d = xarray.open_dataset("store.h5", group="augmented", engine="h5netcdf")
print(float(d.test_mse.where((d.status == 1) & (d.planned == 1)).groupby(d.depth).mean().sel(depth=2)))
