/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A whole number, or `fallback` when it is not set. Throws an Error with one sentence. */
export const wholeNumber = (environment: Environment, name: string, fallback: number): number => {
  const text = environment[name] ?? ''
  if (text === '') return fallback
  if (!/^\d{1,7}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`)
  return Number(text)
}
