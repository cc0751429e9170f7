import { fieldGroups, fieldNamed } from '#catalogue/rules/entry-fields.ts'

/** A difference of an entry of the catalogue: values as JSON, null for nothing. */
interface ChangedField {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
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

/** The id of a plan says nothing to people, and a new entry has fields that say nothing. */
export const isShownChange = ({ field, before, after }: ChangedField): boolean =>
  field !== 'plan.id' && valueText(before) !== valueText(after)

/** A difference as a sentence: `Prices: EUR: 44.99 → 47.99`. */
export const changedFieldText = ({ field, before, after }: ChangedField): string =>
  `${fieldLabel(field)}: ${valueText(before)} → ${valueText(after)}`
