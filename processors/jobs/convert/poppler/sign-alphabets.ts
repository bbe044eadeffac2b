// Fonts of signs whose letters and figures stand for others, where a document does not say for which: by the font's name, or by what else
// is written in it.
import { texSymbols } from '../math/symbols.ts'
import { keptAs } from './entities.ts'

export type Signs = Readonly<Record<string, string>>

/** Through the sign behind it. */
export const slash = '\u0338'

// TeX's fonts of mathematics, where they name no characters that poppler knows: in pairs what it gives, which is the code, and what stands
// there. Left out is what a named character of the same font is written as: the stop, the slash, the minus.
const italics = `${keptAs(15)}ϵ $ϖ %ϱ (↼ )↽ *⇀ +⇁ ?⋆ [♭ \\♮ ]♯ ^⌣ _⌢ \`ℓ`
const symbols = `${keptAs(5)}⋄ ${keptAs(11)}⊘ ${keptAs(12)}⊙ ${keptAs(22)}⪯ ${keptAs(23)}⪰ ${keptAs(28)}≪ ${keptAs(29)}≫ ${keptAs(31)}≻ %↗ &↘ '≃ .↙ 0′ 1∞ 2∈ 3∋ 4△ 5▽ 6${slash} 7↦ ${slash}${slash} <ℜ =ℑ >⊤ ]⊎ \`⊢ a⊣ b⌊ c⌋ d⌈ e⌉ f{ g} h⟨ i⟩ k∥ l↕ m⇕ o≀ p√ q⨿ r∇ s∫ t⊔ u⊓ v⊑ w⊒`
const more = `${keptAs(3)}□ ${keptAs(4)}■ ${keptAs(15)}⊨ $⊜ %≿ &≳ '⪆ (⊸ +≑ ,≜ -≾ .≲ /⪅ 0⪕ 1⪖ 2⋞ 3⋟ 4≼ 5≦ :≓ ;≒ <≽ =≧ @⊏ A⊐ B▷ C◁ D⊵ E⊴ F⋆ G≬ H▼ I▶ J◀ M△ N▲ O▽ P≖ Q⋚ R⋛ V⇛ W⇚ X✓ Y⊻ Z⊼ ]∡ ^∢ \`⌣ a⌢ b⋐ c⋑ d⋓ e⋒ f⋏ g⋎ h⋋ i⋌ l≏ m≎ p⌜ q⌝ r® t⋔ u∔ v∽ w⋍ x⌞ y⌟ z✠ {∁ |⊺ }⊚ ~⊛`
const negated = `${keptAs(7)}⊁ ${keptAs(28)}≁ ${keptAs(29)}≇ !⊋ $⫋ %⫌ (⊊ )⊋ *⊈ +⊉ -∤ 0⊬ 1⊮ 2⊭ 3⊯ 4⋭ 5⋬ 6⋪ 7⋫ 8↚ 9↛ :⇍ ;⇏ <⇎ =↮ @∄ f℧ h≂ iℶ l⋖ m⋗ n⋉ o⋊ r∖ u≊ v≿ w≾ x↶ y↷ }ℏ ~ℏ`

// Mathematical Pi: its figures are operators, its letters Greek. Under its own names ("H11001") poppler gives what has that number.
const greek = 'aα bβ gγ dδ eε zζ hη qθ kκ lλ mμ nν xξ pπ rρ sσ tτ fφ cχ yψ wω GΓ DΔ QΘ LΛ XΞ PΠ SΣ FΦ YΨ WΩ'
const named = '⫹+ ⫺- ⫻× ⫼÷ ⫽= ⫾± ⬁∞ ⬃~ ⬇≈ ⬍< ⬎> ⬘′ ⬙″ ⬚° ⱕ≤ ⱖ≥ ␣α ␤β ␥γ ␦δ ␪θ ␬κ ␭λ ␮μ ␯ν ␲π ␳ρ ␴σ ␶τ ␻ω ⑀ε ⌬Δ ⌺Σ'
const pi = inPairs(`1+ 2- 3× 4÷ 5= 6± 8° ${greek} ${named}`)

// Windows numbers the signs of its old fonts from F000 on, in the places that Adobe's Symbol and Wingdings give them.
const inSymbol =
  '" ∀ $ ∃ \' ∋ * * + + - - < < = = > > @ ≅ [ [ ] ] ^ ⊥ ~ ~ A Α B Β C Χ D Δ E Ε F Φ G Γ H Η I Ι J ϑ K Κ L Λ M Μ N Ν O Ο P Π Q Θ R Ρ S Σ T Τ U Υ V ς W Ω X Ξ Y Ψ Z Ζ a α b β c χ d δ e ε f φ g γ h η i ι j ϕ k κ l λ m μ n ν o ο p π q θ r ρ s σ t τ u υ v ϖ w ω x ξ y ψ z ζ £ ≤ ¥ ∞ « ↔ ¬ ← ­ ↑ ® → ¯ ↓ ° ° ± ± ² ″ ³ ≥ ´ × µ ∝ ¶ ∂ · • ¸ ÷ ¹ ≠ º ≡ » ≈ ¼ … Ä ⊗ Å ⊕ Æ ∅ Ç ∩ È ∪ É ⊃ Ê ⊇ Ì ⊂ Í ⊆ Î ∈ Ï ∉ Ð ∠ Ñ ∇ Õ ∏ Ö √ × ⋅ Ø ¬ Ù ∧ Ú ∨ Û ⇔ Ü ⇐ Ý ⇑ Þ ⇒ ß ⇓ å ∑ ò ∫'
const inWingdings = 'l ● n ■ v ❖ § ▪ Ø ➢ à → ü ✓'

const byName: readonly (readonly [RegExp, Signs])[] = [
  [texSymbols, inPairs(symbols)],
  [/(?:^|\+)CMMIB?\d/i, inPairs(italics)],
  [/(?:^|\+)MSAM/i, inPairs(more)],
  [/(?:^|\+)MSBM/i, inPairs(negated)],
  [/MathematicalPi-One|MathPi-?One/i, pi],
  [/MathematicalPi-Five/i, { z: '~' }],
  [/Symbol|KingsoftSign/i, fromF000(inSymbol)],
  [/Wingdings(?!\s*[23])/i, fromF000(inWingdings)],
]

// One publisher's files of a decade name their fonts by number alone: a font in which nothing but these is written is one of signs.
const numberedFont = /(?:^|\+)Adv(?:PS?[\dA-F]{4,}|Math)/i
const numbered: readonly Signs[] = [
  { C: '+', K: '-', G: '±' },
  { Z: '=', w: '~' },
  { '!': '<', O: '>', N: '∞' },
  { ð: '(', Þ: ')', '½': '[' },
]
const [fewestFonts, fewestLetters] = [2, 4]
const mostLetters = 1_000

type Written = { readonly font: string; readonly text: string }
/** What the letters of a font stand for; null where they are letters. */
export type SignFonts = (font: string) => Signs | null

/** One such font may as well be that of a variable; where there are several they are signs. */
export function signsOf(runs: Iterable<Written>): SignFonts {
  const written = new Map<string, Set<string>>()
  for (const { font, text } of runs) {
    const own = numberedFont.test(font) ? (written.get(font) ?? new Set<string>()) : null
    if (own === null || own.size > mostLetters) continue
    for (const letter of text.replace(/\s/g, '')) own.add(letter)
    written.set(font, own)
  }
  const found = new Map<string, Signs>()
  for (const [font, letters] of written) {
    const signs = numbered.find((one) => letters.size > 0 && [...letters].every((letter) => letter in one))
    if (signs !== undefined) found.set(font, signs)
  }
  const told = new Set([...found.keys()].flatMap((font) => [...written.get(font)!]))
  const isSure = found.size >= fewestFonts && told.size >= fewestLetters
  return (font) => byName.find(([name]) => name.test(font))?.[1] ?? (isSure ? (found.get(font) ?? null) : null)
}

/** Of each pair the character that is given, and the one that stands there. */
function inPairs(pairs: string): Signs {
  return Object.fromEntries(pairs.split(' ').map((pair) => [...pair]))
}

/** Pairs of a character at its place in Latin-1, and what stands there. */
function fromF000(pairs: string): Signs {
  const given = pairs.split(' ')
  return Object.fromEntries(
    given.flatMap((one, i) => (i % 2 === 0 ? [[String.fromCodePoint(0xf000 + one.codePointAt(0)!), given[i + 1]!]] : [])),
  )
}
