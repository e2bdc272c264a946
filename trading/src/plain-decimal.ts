const PLAIN = /^-?\d{1,30}(\.\d{1,30})?$/

/** Whether a text is a decimal in plain notation ("1.0850", "-3"; no +, exponent or spaces). */
export const isPlainDecimal = (text: string): boolean => PLAIN.test(text)
