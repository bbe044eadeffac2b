// Which pages may speak to the gateway through a visitor's browser: on the internet every page, on somebody's own machine only theirs.
const ownMachine = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** `ours` is the address the caller came to; programs that are no browser send no Origin. */
export function isWelcome(origin: string | undefined, ours: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, origin: canonical } = new URL(origin)
  if ((protocol !== 'http:' && protocol !== 'https:') || canonical !== origin) return false
  return ownMachine.test(hostname) || !ownMachine.test(new URL(ours).hostname)
}
