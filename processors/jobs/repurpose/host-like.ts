// Tells what may be read as a host, such as example.com, from words, numbers and initials.
const plain = /^[\w-]+$/

/** The first two labels that may be one; null where no two are. */
export function hostIn(run: string): string | null {
  const labels = run.split(/[/?#:]/, 1)[0]!.split('.')
  const at = labels.findIndex((label, i) => plain.test(label) && /^[a-z]{2,24}$/i.test(labels[i + 1] ?? ''))
  return at < 0 ? null : `${labels[at]}.${labels[at + 1]}`
}
