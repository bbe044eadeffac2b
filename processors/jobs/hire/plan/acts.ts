// Tells what a task asks to be done from what it asks to be found out: "transfer 5 ETH" is an act, "transfer volume of ETH" is not.

const asking =
  /^(?:(?:please|kindly|hey|hi|hello|ok|okay|now|then|also|first|next|finally|and|so|just|immediately|urgently|quickly|go ahead and|can you|could you|would you|will you|you must|you should|you have to|i want you to|i need you to|i would like you to|i['’]d like you to|let['’]s|let us|help me|help me to|your (?:task|job) is to)[\s,]+){0,5}/i

// Behind a verb stands what can be acted upon; behind a noun that reads like one none of these: "trade balance", "swap rates".
const act =
  /^(buy|sell|swap|transfer|send|pay|wire|withdraw|deposit|sign|trade|execute|book|order|post|tweet|deploy|stake|unstake|bridge|borrow|lend|repay|mint|approve|claim|redeem|invest|convert|exchange|refund|liquidate|cancel|delete|install|register|cook|drive|deliver|paint) /i
const object =
  /^(?:(?:me|us|him|her|them|it|this|that|these|those|my|our|your|his|their|a|an|some|all|every|half|the)\b|\d|[$€£]|0x)/i
const symbol = /^[A-Z]{3,5}\b/
const plainAct =
  /^(log ?in|log into|sign (?:in|up)|e-?mail|phone|call me|hack|bribe|impersonate|translate|write (?:me )?(?:an? |some )?(?:code|script|program|poem|song|story|essay|letter|novel)|draw (?:me )?(?:an? |the )?(?:picture|image|portrait|logo))\b/i
// "Send me the rates" asks to be told them, "order the coins by size" to put them in a row.
const telling =
  /^(?:send (?:me|us) (?!\d|[$€£]|all\b|some\b|funds|money|[A-Z]{3,5}\b(?! ))|order (?:the|them|these|those|all)\b|deliver (?:me |us )?(?:a|an|the) (?:brief|report|summary|answer))/i

/** The verb of the first act a task asks for, at the beginning of a sentence or behind "then"; null where it asks for none. */
export function actIn(task: string): string | null {
  for (const sentence of task.replace(/\s+/g, ' ').split(/(?<=[.!?;:]) |,? (?:and )?then /i)) {
    const said = sentence.trim().replace(asking, '')
    const [begun = '', verb] = (telling.test(said) ? null : act.exec(said)) ?? []
    const rest = said.slice(begun.length)
    if (verb !== undefined && (object.test(rest) || symbol.test(rest))) return verb.toLowerCase()
    const [plain] = plainAct.exec(said) ?? []
    if (plain !== undefined) return plain.toLowerCase()
  }
  return null
}
