// Why an answer is none, in the gateway's own words: of an error its message, of a refused payment what it missed.
const mostShown = 300

// What the gateway tells programs, as whoever sits before the page can mend it.
const forPeople: Readonly<Record<string, string>> = {
  invalid_exact_evm_payload_authorization_valid_before:
    'The signature came too late, or the clock of this computer is late; try again.',
}

export function messageOf(text: string): string {
  try {
    const { error, message } = JSON.parse(text) as { error?: string | { message?: string }; message?: string }
    if (typeof error === 'string') {
      const words = forPeople[error] ?? message
      return words === undefined ? error : `${words} (${error})`
    }
    return error?.message ?? text.slice(0, mostShown)
  } catch {
    return text.slice(0, mostShown) // no JSON of ours; shown as it came
  }
}
