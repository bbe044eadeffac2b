// Which texts are figures.
/** A figure, with a unit of up to two letters or without one. */
export const isFigure = (text: string): boolean => /\d/.test(text) && !/\p{L}{3,}/u.test(text)
