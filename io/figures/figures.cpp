#include "io/figures/figures.hpp"

namespace icsweep {

const std::vector<Figure>& all_figures() {
  static const std::vector<Figure> all{
      fig1(),
      fig2(),
      fig3(),
      fig4(),
      fig5(),
      fig6(),
      fig7(),
      fig8(),
      fig9(),
      fig10(),
      universality_fig2(),
      universality_fig3(),
      universality_fig4(),
      covariates_fig2(),
      covariates_fig2a(),
      covariates_fig2b(),
      covariates_fig2c(),
      covariates_fig3(),
      covariates_fig3a(),
      covariates_fig3b(),
  };
  return all;
}

}  // namespace icsweep
