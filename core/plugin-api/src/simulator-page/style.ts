/** Colours of its own: plugins are built against this package, whatever the service's own pages look like. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#17191c;--soft:#5a616b;--line:#e3e6ea;--edge:#8b929c;
--brand:#0f766e;--on-brand:#fff;--amber:#fdf3e0;--on-amber:#85500b;--red:#b3261e;--red-back:#fdecea}
@media (prefers-color-scheme:dark){:root{--page:#101214;--card:#1a1d21;--ink:#f1f3f5;--soft:#a5adb8;--line:#2d3238;
--edge:#6d7580;--brand:#2dd4bf;--on-brand:#06231f;--amber:#3a2a0c;--on-amber:#fcd590;--red:#ffb4ab;--red-back:#3b1614}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.test{margin:0;padding:8px 16px;background:var(--amber);color:var(--on-amber);text-align:center;font-size:14px}
main{max-width:27rem;margin:0 auto;padding:28px 16px 48px}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:24px 20px;overflow-wrap:anywhere}
h1{margin:0;font-size:18px;line-height:1.4;font-weight:700}
.amount{margin:4px 0 0;font-size:40px;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums}
.amount small{margin-left:8px;font-size:16px;color:var(--soft);font-weight:600}
.lines{margin:20px 0 0;padding:12px 0 0;border-top:1px solid var(--line);list-style:none}
.lines li{display:flex;justify-content:space-between;gap:16px;padding:6px 0}
.lines li span:last-child{white-space:nowrap;font-variant-numeric:tabular-nums}
.lines .total{margin-top:6px;padding-top:12px;border-top:1px solid var(--line);font-weight:700}
.soft{color:var(--soft)}
.note{text-wrap:balance;margin:16px 0 0;text-align:center;font-size:14px;color:var(--soft)}
.alert{margin:20px 0 0;padding:12px 16px;border-radius:12px;background:var(--red-back);color:var(--red)}
.reference{margin:4px 0 16px;font-size:26px;line-height:1.3;font-weight:700;font-variant-numeric:tabular-nums;letter-spacing:.03em}
dl{margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line)}dt{font-size:14px;color:var(--soft)}dd{margin:0}
form{margin:20px 0 0;display:grid;gap:10px}label{font-size:14px;color:var(--soft)}
input{display:block;width:100%;min-height:44px;margin-top:4px;padding:8px 14px;border:1px solid var(--edge);border-radius:12px;
background:transparent;color:var(--ink);font:inherit}
button,.button{display:flex;align-items:center;gap:14px;width:100%;min-height:52px;padding:10px 18px;border:1px solid var(--edge);
border-radius:12px;background:transparent;color:inherit;font:inherit;text-align:left;text-decoration:none;cursor:pointer}
button strong,.button strong{display:block;font-weight:650;line-height:1.35}
button span span{display:block;font-size:14px;color:var(--soft)}
button:hover,.button:hover{border-color:var(--brand)}
.first,.first:hover{background:var(--brand);border-color:var(--brand);color:var(--on-brand)}
.first span span{color:inherit}
.quiet{justify-content:center;border-color:transparent;text-decoration:underline;text-underline-offset:3px}
.back{margin-top:20px;justify-content:center}
svg{flex:none;width:24px;height:24px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
@media (min-width:48rem){main{padding-top:56px}.card{padding:32px}}
`
