/** A lot number as people type it, in the form in which it is printed: `ds 26-09a` is `DS2609A`. */
export const lotNumber = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
