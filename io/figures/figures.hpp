// One function a figure.
#pragma once

#include "io/figures/figure.hpp"

namespace icsweep {

Figure fig1();
Figure fig2();
Figure fig3();
Figure fig4();
Figure fig5();
Figure fig6();
Figure fig7();
Figure fig8();
Figure fig9();
Figure fig10();
Figure universality_fig2();
Figure universality_fig3();
Figure universality_fig4();
Figure covariates_fig2();
Figure covariates_fig2a();
Figure covariates_fig2b();
Figure covariates_fig2c();
Figure covariates_fig3();
Figure covariates_fig3a();
Figure covariates_fig3b();

}  // namespace icsweep
