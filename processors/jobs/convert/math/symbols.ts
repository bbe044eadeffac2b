// Mathematical characters and the LaTeX commands for them, and the fonts that have them.
export const mathFont = /(?:^|\+)(?:CM(?:MI|SY|EX|BSY|MIB)|MS[AB]M|EU[FRS]M|LMMath)|Math|MT-?Extra/i

const pairs = `
α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ϖ varpi
ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
∑ sum ∏ prod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap ∂ partial ∇ nabla ∞ infty ± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ∘ circ ◦ circ
≤ leq ≥ geq ≠ neq ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≪ ll ≫ gg ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊑ sqsubseteq ⊒ sqsupseteq ⊔ sqcup ⊓ sqcap ⊢ vdash ⊣ dashv
∪ cup ∩ cap ∅ emptyset ∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ⊕ oplus ⊗ otimes ⊥ perp ∥ parallel ∠ angle
→ to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ↑ uparrow ↓ downarrow
… ldots ⋯ cdots ⋮ vdots ⋱ ddots ℏ hbar ℓ ell ℜ Re ℑ Im ℵ aleph † dagger ‡ ddagger ⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil
`
  .trim()
  .split(/\s+/)

const commands = new Map<string, string>()
for (let i = 0; i < pairs.length; i += 2) commands.set(pairs[i]!, `\\${pairs[i + 1]}`)

const escapes = new Map(
  Object.entries({
    '\\': '\\backslash',
    '{': '\\{',
    '}': '\\}',
    $: '\\$',
    '%': '\\%',
    '#': '\\#',
    '&': '\\&',
    _: '\\_',
    '~': '\\sim',
    '−': '-',
    '′': "'",
  }),
)

/** What every character is in LaTeX, one for one. */
export const latexOfCharacter = (character: string): string => commands.get(character) ?? escapes.get(character) ?? character

/** Pieces one after the other: between a command and a letter stands a blank. */
export function joinLatex(pieces: readonly string[]): string {
  let all = ''
  for (const piece of pieces) {
    if (piece === '') continue
    all += /\\[A-Za-z]+$/.test(all.slice(-40)) && /^[A-Za-z]/.test(piece) ? ` ${piece}` : piece
  }
  return all
}

export const latexOfText = (text: string): string => joinLatex([...text.normalize('NFKC')].map(latexOfCharacter))

/** TeX's fonts of symbols: what else than capitals is in them has its place there, and no letter's. */
export const texSymbols = /(?:^|\+)(?:CMB?SY|LMMathSymbols)/i
const alphabets: readonly (readonly [RegExp, string])[] = [
  [texSymbols, 'mathcal'],
  [/(?:^|\+)MSBM/i, 'mathbb'],
  [/(?:^|\+)EUFM/i, 'mathfrak'],
]

/** Upright in an equation, behind a letter and a stroke too: R/Ann. */
const named = /^(\p{Script=Latin}\/)?(\p{Script=Latin}{2,6})$/u

/** A word of an equation: the name of a function, a letter of an alphabet that has a font of its own, or signs. */
export function latexOfWord({
  text,
  font,
  italic,
}: {
  readonly text: string
  readonly font: string
  readonly italic: boolean
}): string {
  if (functionNames.has(text)) return `\\${text}`
  const name = italic || font === '' || mathFont.test(font) ? null : named.exec(text)
  if (name) return `${name[1] ?? ''}\\operatorname{${name[2]}}`
  const alphabet = /^[A-Z]$/.test(text) ? alphabets.find(([own]) => own.test(font))?.[1] : undefined
  return alphabet === undefined ? latexOfText(text) : `\\${alphabet}{${text}}`
}

export const isCommanded = (character: string): boolean => commands.has(character)

export const functionNames: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
)

/** Of what stands lowered and raised behind a sign; strokes are raised by themselves. */
export const scriptsOf = (down: string, up: string): string =>
  (down === '' ? '' : `_{${down}}`) + (up === '' || /^'+$/.test(up) ? up : `^{${up}}`)
