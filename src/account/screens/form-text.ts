/** The value of a field; empty for a field that was not sent or contains a file. */
export const formText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
