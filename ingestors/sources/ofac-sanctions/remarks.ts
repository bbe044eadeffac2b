// What OFAC writes into an entry's remarks, part by part: wallets, and the numbers of passports, firms, ships, aircraft and banks.

const wallet = /Digital\s*Currency\s*Address\s*-\s*(\w+)\s+([A-Za-z0-9:]{20,120})/g

/** A hex address that is not of forty digits is another one's half or a misprint: it is left out and told. */
export function walletsOf(remarks: string, note: (why: string) => void): string[] {
  return [
    ...new Set(
      [...remarks.matchAll(wallet)].flatMap(([, symbol, address]) => {
        if (!/^0x/i.test(address!) || /^0x[0-9a-f]{40}$/i.test(address!)) return [address!]
        note(`${symbol} ${address} is not a whole address`)
        return []
      }),
    ),
  ]
}

// Parts that have digits and are nobody's number; of social security numbers the list tells more than it should.
const others =
  /^(DOB|POB|SSN|nationality|citizen|Gender|Telephone|Tel|Phone|Fax|Email|E-mail|Website|Secondary sanctions|Transactions Prohibited|Executive Order|Effective|Listing Date|Purchase|Organization|Aircraft (Model|Manufacture|Operator|Mode)|Vessel Year|Linked To|Equity Ticker|CAATSA|Digital|Target|For more|Additional|PEESA|Bank Identifier|arrested|[afn]\.k\.a|Title|Profile|Website|Other|Subject|Issuer)/i
const banks = /\b(?:SWIFT\/BIC|SWIFT|BIC)\s+([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/g

export function numbersOf(remarks: string): string[] {
  const parts = remarks.split(/[;\n]/).map((part) =>
    part
      .trim()
      .replace(/^alt\.\s*/i, '')
      .replace(/\.$/, ''),
  )
  const numbers = parts.flatMap((part) => (others.test(part) ? [] : (numberIn(part) ?? [])))
  return [...new Set([...numbers, ...[...remarks.matchAll(banks)].map((match) => match[1]!)])]
}

const mostLetters = 40

/** "Tax ID No. AABA 670850 Y (Somewhere)": what follows the words that say what it is. */
function numberIn(part: string): string | null {
  const ship = /\bIMO\s+(\d{6,8})\b/.exec(part)?.[1]
  if (ship !== undefined) return `IMO ${ship}`
  const words = part
    .replace(/\([^)]*\)?/g, ' ')
    .replace(/\b(issued|expires|date of issue)\b.*/i, '')
    .split(/[\s#:]+/)
    .filter(Boolean)
  const at = words.findIndex((word) => /\d/.test(word))
  if (at < 1) return null
  const hasLetters = at > 1 && /^[A-Z]{1,4}$/.test(words[at - 1]!)
  const number = words
    .slice(hasLetters ? at - 1 : at)
    .join(' ')
    .replace(/[.,]{1,3}$/, '')
  return (number.match(/\d/g) ?? []).length < 3 || number.length > mostLetters ? null : number
}
