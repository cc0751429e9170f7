/** A Stripe request body: `metadata[a]=b&expand[0]=x` as nested objects. Lists keep their numbers as keys. */
export interface Form {
  readonly [name: string]: string | Form
}

const put = (form: Record<string, string | Form>, path: readonly string[], value: string): void => {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    form[name] = value
    return
  }
  const inner: Record<string, string | Form> = {}
  const there = form[name]
  if (typeof there === 'object') Object.assign(inner, there)
  put(inner, rest, value)
  form[name] = inner
}

export const parseForm = (body: string): Form => {
  const form: Record<string, string | Form> = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''))
    put(form, path, value)
  }
  return form
}

export const text = (form: Form, name: string): string | undefined => {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const record = (form: Form, name: string): Record<string, string> => {
  const value = form[name]
  if (typeof value !== 'object') return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (typeof inner === 'string' ? [[key, inner]] : [])),
  )
}

export const list = (form: Form, name: string): string[] => Object.values(record(form, name))
