// The page's looks: one column, readable in light and dark, on a phone and on paper.
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c2333; --soft: #5a6478; --line: #e2e6ee; --paper: #ffffff; --card: #f7f8fb; --mark: #1d4ed8 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf2; --soft: #98a2b6; --line: #2a3142; --paper: #11151f; --card: #181e2b; --mark: #7da2ff }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
header, main { max-width: 54rem; margin: 0 auto; padding: 1.5rem 1.25rem }
header { border-bottom: 1px solid var(--line) }
h1 { margin: .5rem 0 0; font-size: 2rem; letter-spacing: -.02em }
h2 { margin: 2.5rem 0 0; font-size: 1.3rem }
h3 { margin: 0; font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
p { margin: .4rem 0 }
a { color: var(--mark); text-decoration: none }
a:hover, a:focus-visible { text-decoration: underline }
nav { margin-top: .8rem; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem }
.note { border-left: 3px solid #d97706; padding-left: .7rem; color: var(--soft) }
.count, .inputs { color: var(--soft) }
article { margin: .9rem 0; padding: .9rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem }
.method { color: var(--soft); font-weight: 400 }
.price, .age { font: 500 .8rem/1.6 system-ui, sans-serif; padding: .05rem .55rem; border-radius: 1rem; border: 1px solid var(--line); white-space: nowrap }
.price { color: var(--mark) }
.age { color: var(--soft) }
.age.fresh { color: #15803d }
.age.stale { color: #b45309 }
.age.too_old { color: #b91c1c }
pre { margin: .5rem 0 0; overflow-x: auto; font: .82rem/1.5 ui-monospace, monospace; color: var(--soft) }
code { font: .88em ui-monospace, monospace }
`
