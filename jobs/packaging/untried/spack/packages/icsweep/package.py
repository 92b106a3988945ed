# In the root of the source: spack repo add jobs/packaging/untried/spack; spack dev-build icsweep@0.2.0
from spack.package import *


class Icsweep(CMakePackage):
    """Grids of in-context-learning experiments over MPI ranks, in one HDF5 store."""

    license("MIT")
    version("0.2.0")

    variant("figures", default=True, description="gnuplot, which draws the figures")

    # Chart.js 3 has no package in Spack.
    variant(
        "chart_js",
        default="/usr/share/javascript/chart.js/chart.min.js",
        values=str,
        multi=False,
        description="path of Chart.js's chart.min.js",
    )

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("mpi")
    depends_on("hdf5@1.10: +mpi +hl")
    depends_on("boost +program_options +math")
    depends_on("sqlite@3.38:")
    depends_on("fmt@8:")
    depends_on("eigen@3.4:3")
    depends_on("random123")
    depends_on("tomlplusplus@3:")
    depends_on("nlohmann-json")
    depends_on("xxhash")
    depends_on("pcre2")
    depends_on("muparser")
    depends_on("openssl")
    depends_on("libzip")
    depends_on("libzmq@4.3: +libsodium")
    depends_on("cppzmq")
    depends_on("gnuplot", when="+figures", type="run")

    generator("ninja")
    conflicts("%gcc@:11", msg="icsweep is C++20: GCC 12 or later")

    def cmake_args(self):
        return [
            self.define("ICSWEEP_TESTS", False),
            self.define_from_variant("CHART_JS", "chart_js"),
        ]
