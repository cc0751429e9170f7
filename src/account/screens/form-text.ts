/** What was typed into a field; empty for a field that was not sent or carries a file. */
export const formText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
