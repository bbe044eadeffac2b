// A CUSIP as filers write it: in any case, blank-padded, its leading zeros lost to a spreadsheet; its ninth character proves the rest.
const form = /^[0-9A-Z*@#]{8}[0-9]$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#'

/** null: no CUSIP, however it is read. */
export function readCusip(text: string): string | null {
  const cusip = text.trim().toUpperCase().padStart(9, '0')
  return form.test(cusip) && !/^0+$/.test(cusip) && checkDigit(cusip) === cusip[8] ? cusip : null
}

// Every second character counts double, and the digits of what comes out are summed.
function checkDigit(cusip: string): string {
  let sum = 0
  for (let i = 0; i < 8; i++) {
    const value = alphabet.indexOf(cusip[i]!) * (i % 2 === 0 ? 1 : 2)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return String((10 - (sum % 10)) % 10)
}
