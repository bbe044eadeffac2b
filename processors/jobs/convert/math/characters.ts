// Mathematical characters and the LaTeX commands for them, with what is set over letters and what is printed in parts.

const pairs = `
α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ϖ varpi
ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
∑ sum ∏ prod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap ∂ partial ∇ nabla ∞ infty ± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ∘ circ ◦ circ
≤ leq ≥ geq ≠ neq ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≪ ll ≫ gg ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊑ sqsubseteq ⊒ sqsupseteq ⊔ sqcup ⊓ sqcap ⊢ vdash ⊣ dashv
∪ cup ∩ cap ∅ emptyset ∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ⊕ oplus ⊗ otimes ⊥ perp ∥ parallel ∠ angle
→ to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ↑ uparrow ↓ downarrow
⟹ Longrightarrow ⟸ Longleftarrow ⟺ Longleftrightarrow ⟶ longrightarrow ⟵ longleftarrow ⟼ longmapsto ↪ hookrightarrow ↩ hookleftarrow ⇀ rightharpoonup ↼ leftharpoonup
≜ triangleq ≐ doteq ≍ asymp ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≼ preccurlyeq ≽ succcurlyeq ≲ lesssim ≳ gtrsim ⩽ leqslant ⩾ geqslant ≰ nleq ≱ ngeq
⊊ subsetneq ⊋ supsetneq ⊈ nsubseteq ∤ nmid ∄ nexists ⊨ models ⊤ top ⋈ bowtie ⊎ uplus ⊙ odot ⊖ ominus ⊘ oslash ⋉ ltimes ⋊ rtimes ∖ setminus ∐ coprod ℘ wp
… ldots ⋯ cdots ⋮ vdots ⋱ ddots ℏ hbar ℓ ell ℜ Re ℑ Im ℵ aleph † dagger ‡ ddagger ⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil
`
  .trim()
  .split(/\s+/)

// Shapes are marks of lists and ticks as well: they alone tell no equation.
const shapes = '⋆ star ⋄ diamond • bullet □ square ■ blacksquare △ triangle ▽ triangledown ▷ triangleright ◁ triangleleft'.split(
  ' ',
)

const commandsOf = (given: readonly string[]) =>
  new Map(given.flatMap((one, i) => (i % 2 === 0 ? [[one, `\\${given[i + 1]}`] as const] : [])))
const commands = commandsOf(pairs)
const shown = new Map([...commands, ...commandsOf(shapes)])

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
const latexOfCharacter = (character: string): string =>
  shown.get(character) ?? escapes.get(character) ?? letterOf(character) ?? character

// Letters of an alphabet of their own. The first of each came to Unicode before the others, and stand elsewhere.
const ownLetters: readonly (readonly [string, string])[] = [
  ['ℝℕℤℚℂℙℍ', 'mathbb'],
  ['ℒℱℋℰℬℛℳℐ', 'mathcal'],
  ['ℭℌℨ', 'mathfrak'],
]
const ranges: readonly (readonly [number, number, string])[] = [
  [0x1d400, 0x1d433, 'mathbf'],
  [0x1d49c, 0x1d503, 'mathcal'],
  [0x1d504, 0x1d537, 'mathfrak'],
  [0x1d538, 0x1d56b, 'mathbb'],
  [0x1d7d8, 0x1d7e1, 'mathbb'],
]

function letterOf(character: string): string | null {
  const code = character.codePointAt(0)!
  const alphabet =
    ownLetters.find(([letters]) => letters.includes(character))?.[1] ??
    ranges.find(([first, last]) => code >= first && code <= last)?.[2]
  return alphabet === undefined ? null : `\\${alphabet}{${character.normalize('NFKC')}}`
}

/** Pieces one after the other: between a command and a letter stands a blank. */
export function joinLatex(pieces: readonly string[]): string {
  let all = ''
  for (const piece of pieces) {
    if (piece === '') continue
    all += /\\[A-Za-z]+$/.test(all.slice(-40)) && /^[A-Za-z]/.test(piece) ? ` ${piece}` : piece
  }
  return all.replace(printedInParts, (_all, parts: string, letter = '') => `${whole[parts]}${letter && ' '}${letter}`)
}

// Signs that are printed as several.
const whole: Readonly<Record<string, string>> = {
  '\\cdot\\cdot\\cdot': '\\cdots',
  '...': '\\ldots',
  '=\\Rightarrow': '\\Longrightarrow',
  '\\Leftarrow=': '\\Longleftarrow',
  '\\Leftarrow\\Rightarrow': '\\Longleftrightarrow',
  '-\\to': '\\longrightarrow',
  '\\leftarrow-': '\\longleftarrow',
  '\\mapsto-\\to': '\\longmapsto',
}
const printedInParts =
  /((?:\\cdot\\cdot\\cdot|=\\Rightarrow|\\Leftarrow\\Rightarrow|(?:\\mapsto)?-\\to)(?![A-Za-z])|\.\.\.|\\Leftarrow=|\\leftarrow-)([A-Za-z])?/g

export const latexOfText = (text: string): string =>
  joinLatex(
    (inParts(text).match(accented) ?? []).map(([letter, ...marks]) => marks.reduce(withAccent, latexOfCharacter(letter!))),
  )

// Of letters alone: ≠ is no = with something over it. What has a command of its own stays: ℓ is no l, ϵ no ε.
const inParts = (text: string): string =>
  text.normalize('NFC').replace(/./gsu, (one) => {
    if (shown.has(one) || letterOf(one) !== null) return one
    const plain = one.normalize('NFKC')
    return /^\p{L}$/u.test(plain) ? plain.normalize('NFD') : plain
  })

/** A character and what is set over it. */
const accented = /.[\u0300-\u030c\u20d7]*/gsu
/** By the mark over the letter. */
export const accents: Readonly<Record<string, string>> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'bar',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u030a': 'mathring',
  '\u030c': 'check',
  '\u20d7': 'vec',
}
const withAccent = (latex: string, mark: string): string => (mark in accents ? `\\${accents[mark]}{${latex}}` : `${latex}${mark}`)

export const isCommanded = (character: string): boolean => commands.has(character)
