// Why an answer is none, in the gateway's own words: of an error its message, of a refused payment what it missed.
const mostShown = 300

export function messageOf(text: string): string {
  try {
    const { error, message } = JSON.parse(text) as { error?: string | { message?: string }; message?: string }
    if (typeof error === 'string') return message === undefined ? error : `${message} (${error})`
    return error?.message ?? text.slice(0, mostShown)
  } catch {
    return text.slice(0, mostShown) // no JSON of ours; shown as it came
  }
}
