import { fieldGroups, fieldNamed } from '#catalogue/rules/entry-fields.ts'
import type { EntryField, FieldGroup } from '#catalogue/rules/entry-fields.ts'
import { CheckEntry, ChoiceEntry, Entry, TextEntry } from './parts/entry.tsx'
import styles from './catalogue-fields.module.css'

interface EntryChoices {
  readonly pictures: readonly { readonly name: string; readonly address: string; readonly label: string }[]
  readonly surveys: readonly string[]
}

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

interface FieldsProps {
  readonly texts: EntryTexts
  readonly errors: ReadonlyMap<string, string>
  readonly choices: EntryChoices
  /** Whether it has a plan that subscriptions may rely on. */
  readonly isNew: boolean
  readonly hasPlan: boolean
}

/** Choices, with the current value of the field even if it is not a choice any more. */
const withOwn = (values: readonly (readonly [string, string])[], text: string) =>
  values.some(([value]) => value === text)
    ? values
    : [[text, text === '' ? 'Choose one' : text] as const, ...values]

const addressesOf = ({ pictures }: EntryChoices) =>
  pictures.map(({ address, label }) => [address, label] as const)

const none = ['', 'none'] as const

/** Fields that name a picture by its address, and by its name. */
const named = {
  address: new Set(['plan.image', 'crossSell.imageUrl']),
  name: new Set(['plan.about.jar', 'plan.about.packet', 'plan.about.thanks', 'plan.about.gift.picture']),
} as const

const choicesOf = (name: string, choices: EntryChoices): readonly (readonly [string, string])[] | null => {
  if (name === 'cartImage') return addressesOf(choices)
  if (named.address.has(name)) return [none, ...addressesOf(choices)]
  if (named.name.has(name))
    return [none, ...choices.pictures.map((picture) => [picture.name, picture.label] as const)]
  if (name === 'survey') return [none, ...choices.surveys.map((one) => [one, one] as const)]
  return null
}

const numeric = new Set(['whole', 'whole-or-none', 'number'])

const FieldEntry = ({ field, texts, errors, choices }: FieldsProps & { readonly field: EntryField }) => {
  const { name, label, kind, hint } = field
  const text = texts.get(name) ?? ''
  const error = errors.get(name)
  const options = choicesOf(name, choices)
  if (kind === 'flag')
    return (
      <div>
        <input type="hidden" name={`has_${name}`} value="1" />
        <CheckEntry label={label} name={name} defaultChecked={text === 'on'} />
      </div>
    )
  const own = { label, name, error, hint, defaultValue: text }
  if (options) return <ChoiceEntry {...own} choices={withOwn(options, text)} />
  if (kind === 'long') return <TextEntry {...own} rows={3} />
  return <Entry {...own} autoComplete="off" inputMode={numeric.has(kind) ? 'numeric' : undefined} />
}

const Group = ({ group, ...props }: FieldsProps & { readonly group: FieldGroup }) => {
  const fields = group.fields.filter(({ isFixed = false }) => props.isNew || !isFixed)
  const isOpen = fields.some(({ name }) => props.errors.has(name))
  const inside = (
    <div className={styles.fields}>
      {fields.map((field) => (
        <FieldEntry key={field.name} field={field} {...props} />
      ))}
    </div>
  )
  return group.isPlan ? (
    <fieldset className={styles.group}>
      <legend>{group.title}</legend>
      {inside}
    </fieldset>
  ) : (
    <details className={styles.group} open={isOpen || (group.part === undefined && props.isNew)}>
      <summary>{group.title}</summary>
      {group.part ? <p className={styles.hint}>Left out when all of it is empty.</p> : null}
      {inside}
    </details>
  )
}

/** Every field of an entry, in groups; what an existing plan keeps is not among them. */
export const EntryFields = (props: FieldsProps) =>
  fieldGroups
    .filter(({ isPlan = false }) => !isPlan || props.hasPlan)
    .map((group) => <Group key={group.title} group={group} {...props} />)
