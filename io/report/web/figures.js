// Figures drawn into the page, and the reasons for missing ones.

function showFigures() {
  element("drawn").replaceChildren();
  element("missing").replaceChildren();
  const source = (figure) => `data:image/svg+xml,${encodeURIComponent(figure.svg)}`;
  for (const f of about.figures) {
    const picture = button("", () => enlarge(f, source(f)), {"aria-label": `Enlarge ${f.title}`});
    picture.append(node("img", {src: source(f), alt: f.caption || f.title}));
    element("drawn").append(node(
        "figure", {}, picture,
        node("figcaption", {}, node("strong", {}, f.title), ` ${f.caption} `, node("span", {class: "dim"}, f.name))));
  }
  if (about.missing.length > 0)
    element("missing").append(node(
        "details", {}, node("summary", {}, `Figures of the papers that are not drawn: ${about.missing.length}`),
        node("dl", {}, ...facts(about.missing.map((m) => [m.name, m.reason])))));
  element("figures").hidden = about.figures.length + about.missing.length === 0;
}

function enlarge(figure, source) {
  const box = element("enlarged");
  box.replaceChildren(
      node("img", {src: source, alt: figure.caption || figure.title}),
      node("p", {}, node("strong", {}, figure.title), ` ${figure.caption}`), button("Close", () => box.close()));
  box.showModal();
}
