// Waits for work no longer than it may take; what it goes on with is nobody's business then.

export function within<T>(work: Promise<T>, ms: number, reason = `no answer within ${ms} ms`): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(reason)), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
