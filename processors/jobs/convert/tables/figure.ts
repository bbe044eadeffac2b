// Which texts are figures.
/** A figure, with a unit of up to two letters or without one. */
export const isFigure = (text: string): boolean => /\d/.test(text) && !/\p{L}{3,}/u.test(text)
/** One alone names a column, more often than it is a value. */
export const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text)
