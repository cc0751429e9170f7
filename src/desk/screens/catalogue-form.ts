import { fieldGroups, fieldNamed } from '#catalogue/rules/entry-fields.ts'

/** What is in the fields of an entry, by their names. */
export type EntryTexts = ReadonlyMap<string, string>

/** What was posted, the fields by their names; a box that is not checked is empty. */
export const textsIn = (form: FormData): EntryTexts => {
  const posted = [...form].flatMap(([name, value]) =>
    fieldNamed(name) !== null && typeof value === 'string' ? [[name, value] as const] : [],
  )
  const boxes = fieldGroups
    .flatMap(({ fields }) => fields)
    .filter(({ kind, name }) => kind === 'flag' && form.has(`has_${name}`))
    .map(({ name }) => [name, ''] as const)
  return new Map([...boxes, ...posted])
}

export const sentValues = (texts: EntryTexts) => [...texts].map(([field, value]) => ({ field, value }))

export const textsOf = (values: readonly { readonly field: string; readonly value: string }[]): EntryTexts =>
  new Map(values.map(({ field, value }) => [field, value]))

/** A word of a posted form beside the fields. */
export const wordIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** The path of a field as a label: `Prices, EUR`. */
export const fieldLabel = (name: string): string => {
  if (name === 'sku') return 'Code'
  const group = fieldGroups.find(({ fields }) => fields.some((field) => field.name === name))
  const label = fieldNamed(name)?.label ?? name
  return group ? `${group.title}: ${label}` : label
}

/** A value of a change for people: JSON texts without their quotes. */
export const valueText = (json: string | null): string => {
  if (json === null || json === 'null' || json === '""' || json === '[]') return 'nothing'
  if (json === 'true') return 'yes'
  if (json === 'false') return 'no'
  const value: unknown = JSON.parse(json)
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : json
}
