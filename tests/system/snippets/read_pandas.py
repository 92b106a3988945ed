import os, pandas
d = pandas.read_csv(os.popen('icsweep query store.h5 "SELECT * FROM augmented" --format csv'))
print(d[d.status == "done"].groupby("depth").test_mse.mean()[2])
