import os, pandas
d = pandas.read_csv(os.popen('icsweep query store.h5 "SELECT * FROM augmented" --format csv'))
print(d.groupby("depth").test_mse.mean()[2])
