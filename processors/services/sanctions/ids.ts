// Numbers of passports, firms, ships and banks in one plain form, whatever is written around them, and whether their check digits hold.

// What people write before a number; the longer ones first.
const labels =
  /^(?:(?:alt|no|nr|num|number|id|passport|pass|diplomatic|national|foreign|personal|identity|identification|card|tax|taxpayer|vat|fiscal|code|registration|registered|registry|reg|company|business|commercial|imo|mmsi|vessel|ship|callsign|call|sign|bic|swift|lei|isin|duns|inn|ogrn|kpp|bik|okpo|egrul|cedula|nit|nie|nif|dni|ruc|rif|rfc|curp|cuit|cuil|cnpj|cpf|rut|pan|cnic|nric|hkid|uscc|ein|fein|tin|ssn|siren|siret|ust|idnr|crn|cr|matricula|mercantil|folio|tazkira|msn|tail|serial|government|gazette|chamber|of|commerce|the|license|licence|trade|document|certificate|charity|electoral|birth|travel|residency|legal|entity)(?![a-z])[\s.:#№º°/_-]*)+/i

export const idKey = (id: string): string =>
  id
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** As it is written, and without what is written before it. */
export function idKeys(id: string): string[] {
  const plain = id
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replaceAll('.', '')
    .trim()
  const bare = plain.replace(labels, '')
  return [...new Set([idKey(plain), idKey(bare)])].filter((key) => (key.length >= 4 && /\d/.test(key)) || isBic(key))
}

const isBic = (key: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(key)

/** Why a number cannot be what it says it is; null where its check digit holds or it has none. */
export function idFault(id: string): string | null {
  const imo = /\bIMO\b[^0-9]{0,12}(\d+)\b/i.exec(id)?.[1]
  if (imo !== undefined && !isImo(imo)) return `IMO ${imo} has a wrong check digit`
  const lei = /\bLEI\b[^0-9A-Z]{0,12}([A-Z0-9]+)\b/i.exec(id)?.[1]
  if (lei !== undefined && !isLei(lei.toUpperCase())) return `LEI ${lei} has wrong check digits`
  return null
}

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)

// Ships: 7 to 2 times the first six digits, last digit of the sum. Companies: 8 6 4 2 9 7, eleven less the rest by eleven, last digit.
function isImo(digits: string): boolean {
  if (!/^\d{7}$/.test(digits)) return false
  const last = Number(digits[6])
  return weighted(digits, [7, 6, 5, 4, 3, 2]) % 10 === last || (11 - (weighted(digits, [8, 6, 4, 2, 9, 7]) % 11)) % 10 === last
}

// ISO 7064, mod 97-10.
function isLei(text: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(text)) return false
  let rest = 0
  for (const letter of text) for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
