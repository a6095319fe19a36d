#include "surefoot/evaluation/report/html.h"

namespace surefoot::report {
namespace {

// Tones are told apart with the common kinds of colour blindness, too; every one has a contrast of
// at least 3 to the paper, text of at least 4.5.
constexpr const char* kLight = R"css(color-scheme:light;
--page:#f6f7f9;--paper:#fff;--ink:#1b2026;--quiet:#57616c;--rule:#dde2e8;--grid:#e4e8ed;--zero:#8b95a1;
--accent:#0a5ba8;--soft:#e8f1fb;--good:#0b6b45;--goodsoft:#e4f4ec;--bad:#a8321f;--badsoft:#fcebe7;
--warn:#7a5200;--warnsoft:#fdf3dc;--code:#e9ecf0;--shade:0 1px 2px rgba(20,30,40,.05);
--t1:#0b55a5;--t2:#bf3f10;--t3:#0c6b52;--t4:#cc58b8;--t5:#a38a00;--t6:#3398dc;--treal:#1b1f24;--tfaint:#868e98;
)css";
constexpr const char* kDark = R"css(color-scheme:dark;
--page:#0e1216;--paper:#161b21;--ink:#e8ecf0;--quiet:#a0abb7;--rule:#2b343e;--grid:#29313a;--zero:#6f7b88;
--accent:#7db8f7;--soft:#1a2a3d;--good:#6fd3a4;--goodsoft:#15301f;--bad:#ff9d8a;--badsoft:#3a1c17;
--warn:#f0c766;--warnsoft:#33290f;--code:#242c35;--shade:none;
--t1:#4c8df5;--t2:#f4884a;--t3:#2fd19a;--t4:#d97be0;--t5:#f3da4d;--t6:#a3dcfa;--treal:#f4f6f8;--tfaint:#7f8995;
)css";

constexpr const char* kPage = R"css(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem) 4rem;max-width:72rem;background:var(--page);
  color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",
  "Liberation Sans",sans-serif;overflow-wrap:break-word}
header{padding:clamp(1.5rem,5vw,3.25rem) 0 1rem}
h1{margin:0;font-size:clamp(1.6rem,1.2rem + 2vw,2.5rem);line-height:1.15;letter-spacing:-.02em;
  font-weight:700;overflow-wrap:anywhere;text-wrap:balance;padding-right:3rem}
.subtitle{margin:.5rem 0 0;color:var(--quiet);font-size:1.1rem;max-width:48rem;overflow-wrap:anywhere}
.headlines{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,9.5rem),1fr));gap:.75rem;margin:1.75rem 0 0}
.headline{display:flex;flex-direction:column;padding:.9rem 1.1rem;border:1px solid var(--rule);
  border-radius:.75rem;background:var(--paper);box-shadow:var(--shade)}
.headline dd{margin:0;font-size:1.9rem;line-height:1.2;font-weight:700;letter-spacing:-.02em;
  font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.headline dt{color:var(--quiet);font-size:.875rem;line-height:1.4;margin-top:.2rem;overflow-wrap:anywhere}
.headline.wordy dd{font-size:1.15rem;line-height:1.35;letter-spacing:0}
.good dd{color:var(--good)}.bad dd{color:var(--bad)}
.good dd::before{content:"\2713\a0"}.bad dd::before{content:"\2717\a0"}
nav{margin:1rem 0;padding:.9rem 1.1rem;border:1px solid var(--rule);border-radius:.75rem;background:var(--paper);
  font-size:.925rem}
nav p{margin:0 0 .3rem;font-size:.75rem;letter-spacing:.08em;text-transform:uppercase;color:var(--quiet);font-weight:600}
nav ol{margin:0;padding:0;list-style:none;columns:14rem;column-gap:1.5rem}
nav ul{display:none;margin:0 0 .3rem;padding:0;list-style:none;font-size:.825rem;line-height:1.4}
nav li{break-inside:avoid;overflow-wrap:anywhere}
nav a{display:block;padding:.3rem 0;color:var(--ink);text-decoration:none}
nav a:hover{color:var(--accent);text-decoration:underline}
main{min-width:0}
section{margin:2.75rem 0 0}
main>section:first-child{margin-top:1.25rem}
h2{margin:0 0 .9rem;font-size:1.45rem;line-height:1.25;letter-spacing:-.012em;font-weight:650;overflow-wrap:anywhere}
p,.list,.notes{max-width:46rem;overflow-wrap:anywhere}
p{margin:.7rem 0}
.list{padding-left:1.3rem;margin:.7rem 0}
.list li{margin:.3rem 0}.list li::marker{color:var(--quiet)}
a{color:var(--accent)}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;padding:.1em .35em;border-radius:.3em;
  background:var(--code)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:.2rem}
.notice{padding:.8rem 1.1rem;border-left:.3rem solid var(--warn);border-radius:.4rem;background:var(--warnsoft)}
details{margin:1rem 0;border:1px solid var(--rule);border-radius:.75rem;background:var(--paper)}
summary{padding:.7rem 1.1rem;cursor:pointer;font-weight:600;overflow-wrap:anywhere}
pre{margin:0;padding:.9rem 1.1rem;border-top:1px solid var(--rule);overflow-x:auto;max-height:36rem;
  font:.825rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
figure{margin:1.5rem 0}
figcaption{color:var(--quiet);font-size:.925rem;line-height:1.5;max-width:50rem;overflow-wrap:anywhere}
#theme{position:absolute;top:1rem;right:clamp(1rem,4vw,2.5rem);padding:.35rem .8rem;border:1px solid var(--rule);
  border-radius:2rem;background:var(--paper);color:var(--ink);font:inherit;font-size:.85rem;cursor:pointer}
#theme:hover{border-color:var(--accent);color:var(--accent)}
@media (min-width:76rem){
  body{display:grid;grid-template-columns:13rem minmax(0,1fr);column-gap:3rem;max-width:90rem}
  header,body>main:nth-child(2){grid-column:1/-1}
  nav{position:sticky;top:1.25rem;align-self:start;max-height:calc(100vh - 2.5rem);overflow:auto;
    margin:1rem 0;padding:0;border:0;background:none}
  nav ol{columns:auto;border-left:2px solid var(--rule)}
  nav p{padding-left:.95rem}
  nav a{padding:.25rem 0 .25rem .85rem;margin-left:-2px;border-left:2px solid transparent;color:var(--quiet)}
  nav .here>a{color:var(--accent);border-color:var(--accent);font-weight:600}
  nav .here>ul{display:block}nav ul a{padding:.15rem 0 .15rem 1.5rem}nav ul a:hover{color:var(--accent)}
}
)css";

constexpr const char* kTables = R"css(
.table figcaption{margin-bottom:.5rem;color:var(--ink);font-weight:600;font-size:.975rem}
.scroll{position:relative;overflow-x:auto;border:1px solid var(--rule);border-radius:.6rem;background:var(--paper);box-shadow:var(--shade);
  width:fit-content;max-width:100%}
table{border-collapse:separate;border-spacing:0;font-size:.9rem;line-height:1.4;font-variant-numeric:tabular-nums}
th,td{padding:.45rem .85rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule);
  max-width:22rem;overflow-wrap:break-word;min-width:3.2rem;background:var(--paper)}
.long{min-width:12rem;overflow-wrap:anywhere}
.prose{min-width:15rem}
tbody th{font-weight:500}
thead th{font-weight:600;font-size:.85rem;vertical-align:bottom;border-bottom:2px solid var(--rule);white-space:normal}
tr>:first-child{position:sticky;left:0;z-index:1;box-shadow:1px 0 0 var(--rule);min-width:7rem}
tbody tr:last-child>*{border-bottom:0}
tbody tr:hover>*{background:var(--soft)}
.n{text-align:right}td.n:not(.long){white-space:nowrap}
.n sup{position:absolute}
.strong{font-weight:700}
tbody .faint,thead .faint{color:var(--quiet);font-weight:400}
.tall{overflow:auto;max-height:min(80vh,44rem)}
.tall thead th{position:sticky;top:0;z-index:2}.tall thead th:first-child{z-index:3}
.total>*{border-top:2px solid var(--rule)}.total~.tall{overflow:auto;max-height:min(80vh,44rem)}
.tall thead th{position:sticky;top:0;z-index:2}.tall thead th:first-child{z-index:3}
.total>*{border-top:0}
sup{line-height:0;font-size:.72em;margin-left:.15em}
sup a{text-decoration:none}
.notes{margin:.6rem 0 0;padding-left:1.6rem;color:var(--quiet);font-size:.875rem;line-height:1.5}
.notes li:target{background:var(--soft)}
.remark{margin:.4rem 0 0;color:var(--quiet);font-size:.875rem;line-height:1.5}
th button{all:unset;cursor:pointer;display:inline}
th button:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:.2rem}
th button:hover{color:var(--accent)}
th[aria-sort] button::after{content:"\a0\2191";color:var(--accent)}
th[aria-sort=descending] button::after{content:"\a0\2193"}
.tree{font-size:.95rem;line-height:1.4;overflow-x:auto;padding:1px 1px .3rem}
.tree ul{list-style:none;margin:0;padding:0 0 0 .75rem;grid-column:1/-1}
.tree li{position:relative;display:grid;grid-template-columns:fit-content(40%) minmax(7rem,1fr);align-items:start;
  column-gap:.6rem;padding:.6rem 0 0 1.1rem}
.tree li::before{content:"";position:absolute;left:0;top:0;bottom:0;border-left:2px solid var(--rule)}
.tree li:last-child::before{bottom:auto;height:1.5rem}
.tree li::after{content:"";position:absolute;left:0;top:1.5rem;width:.85rem;border-top:2px solid var(--rule)}
.question,.outcome{padding:.4rem .85rem;border:1px solid var(--rule);border-radius:.6rem;background:var(--paper);
  box-shadow:var(--shade);overflow-wrap:anywhere;justify-self:start;width:fit-content;max-width:34rem}
.outcome{background:var(--goodsoft);border-color:transparent;color:var(--good);font-weight:600}
.answer{margin-top:.35rem;padding:.12rem .6rem;border-radius:1rem;background:var(--soft);color:var(--accent);font-size:.85rem;
  font-weight:600;overflow-wrap:anywhere;min-width:0}
.decision figcaption{margin-top:.9rem}
@media (max-width:40rem){
  th,td{padding:.4rem .6rem}
  tr>:first-child{max-width:42vw;min-width:5rem}tr>.long:first-child{min-width:42vw}
  .tree ul{padding-left:.3rem}.tree li{padding-left:.95rem}.tree li::after{width:.7rem}
}
)css";

constexpr const char* kPlots = R"css(
.plots>div{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem}
.cell{container-type:inline-size;min-width:0;padding:.9rem;border:1px solid var(--rule);border-radius:.75rem;
  background:var(--paper);box-shadow:var(--shade);overflow-x:auto}
.cell.full{grid-column:1/-1}
.cell:only-child:not(.full){max-width:44rem}
.plots figcaption{margin-top:.7rem}
.plot{display:block;width:100%;height:auto;font-size:12px;font-family:inherit;overflow:visible}
.plot text{fill:var(--quiet);font-variant-numeric:tabular-nums}
.plot .title{fill:var(--ink);font-weight:650;font-size:1.12em}
.plot .name{fill:var(--ink)}
.plot .tx,.plot .bx{text-anchor:middle}.plot .bx{font-size:.92em}.plot .ty,.plot .end{text-anchor:end}
.plot .value{text-anchor:middle;font-size:.85em;fill:var(--ink)}.plot .up,.plot .side{text-anchor:start}
@container (max-width:26rem){.plot{font-size:14.4px}.plot .value{font-size:.74em}}
@container (min-width:38rem){.plot{font-size:11px}}
@container (max-width:44rem){.plot.full{width:44rem;font-size:14.4px}.plot.full .value{font-size:.74em}}
.plot .grid{stroke:var(--grid);stroke-width:1;fill:none}
.plot .zero{stroke:var(--zero);stroke-width:1;fill:none}
.plot .empty{fill:none;stroke:var(--grid);stroke-dasharray:4 4}
.t1{--c:var(--t1)}.t2{--c:var(--t2)}.t3{--c:var(--t3)}.t4{--c:var(--t4)}.t5{--c:var(--t5)}.t6{--c:var(--t6)}
.treal{--c:var(--treal)}.tfaint{--c:var(--tfaint)}
.plot .line{fill:none;stroke:var(--c);stroke-width:1.5;stroke-opacity:.9;stroke-linejoin:round;stroke-linecap:round}
.plot .d1{stroke-dasharray:6 4}.plot .d2{stroke-dasharray:2 4}.plot .d3{stroke-dasharray:9 3 2 3}.plot .d4{stroke-dasharray:12 5}
.plot .mark{fill:var(--c);stroke:var(--paper);stroke-width:1;paint-order:stroke}
.plot .hollow{fill:var(--paper);stroke:var(--c);stroke-width:1.1}
.plot .band{fill:var(--c);fill-opacity:.15;stroke:none}.plot .band.strong{fill-opacity:.24}
.plot .bar{fill:var(--c);fill-opacity:.28;stroke:var(--c);stroke-width:1.2}
.plot .mean{fill:none;stroke:var(--c);stroke-width:1.5}
.plot .whisker{fill:none;stroke:var(--ink);stroke-width:1.4}
.plot .key[role]{cursor:pointer}
.plot .off{opacity:.35}.plot .off .name{text-decoration:line-through}
.plot .series.off{display:none}
.plot .cross{stroke:var(--quiet);stroke-width:1;stroke-dasharray:3 3;fill:none}
.readout{position:fixed;z-index:9;pointer-events:none;padding:.4rem .65rem;border:1px solid var(--rule);border-radius:.5rem;
  background:var(--paper);color:var(--ink);box-shadow:0 4px 16px rgba(0,0,0,.18);font-size:.8rem;line-height:1.45;
  font-variant-numeric:tabular-nums;max-width:min(20rem,90vw)}
.readout i{display:inline-block;width:.7em;height:.7em;border-radius:50%;background:var(--c);margin-right:.4em}
)css";

constexpr const char* kPrint = R"css(
@media print{
  @page{margin:16mm 14mm}
  :root{--page:#fff}
  body{display:block;max-width:none;padding:0;font-size:10pt}
  nav,#theme,.readout{display:none}
  header{padding-top:0}
  section{margin-top:1.6rem}
  h2{break-after:avoid}
  figure,.notice,.headline{break-inside:avoid}
  figure.table{break-inside:auto}tr{break-inside:avoid}thead{display:table-header-group}
  .scroll,pre{overflow:visible;max-height:none}
  .scroll{border:0;box-shadow:none}
  table{font-size:8pt}th,td{padding:.25rem .4rem;min-width:0}
  tr>:first-child{position:static;min-width:0}
  pre{white-space:pre-wrap;overflow-wrap:anywhere}
  .plots>div{grid-template-columns:1fr 1fr}
  .cell{overflow:visible}.plot.full{width:100%}
}
)css";

}  // namespace

std::string PageStyle() {
  const std::string dark = kDark;
  return std::string(":root{") + kLight + "}\n@media screen and (prefers-color-scheme:dark){" +
         ":root:not([data-theme=light]){" + dark + "}}\n@media screen{:root[data-theme=dark]{" +
         dark + "}}" + kPage + kTables + kPlots + kPrint;
}

}  // namespace surefoot::report
