// Shows what strangers wrote without doing what it says.

/** What a stranger wrote, as letters of one line: no order to the terminal. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
