import type { ReactNode } from 'react'
import { placesIn } from '#content/rules/form-shape.ts'
import type { FormNode, FormTexts } from '#content/rules/form-shape.ts'
import { fieldWord, kindWord } from '#content/rules/part-words.ts'
import { ActionButton } from './parts/action.tsx'
import { CheckEntry, ChoiceEntry, Entry, TextEntry } from './parts/entry.tsx'
import styles from './page-editor.module.css'

/** Fields of a part have this before their names, so that nothing else of a form is taken for one. */
const fieldPrefix = 'f.'

/** What is in the fields of a posted form. */
export const typedTexts = (form: FormData): FormTexts =>
  new Map(
    [...form].flatMap(([name, value]) =>
      name.startsWith(fieldPrefix) && typeof value === 'string'
        ? [[name.slice(fieldPrefix.length), value] as const]
        : [],
    ),
  )

interface FieldsProps {
  readonly texts: FormTexts
  readonly errors: ReadonlyMap<string, string>
}

interface NodeProps extends FieldsProps {
  readonly node: FormNode
  /** Of the field in the part: `items.0.title`. */
  readonly path: string
  readonly label: string
}

/** From this many characters on a text has several lines. */
const longText = 70

const usuallyLong = new Set(['text', 'lead', 'description', 'summary', 'alt', 'aside', 'otherIngredients'])

const lastName = (path: string): string => path.split('.').at(-1) ?? ''

const pictureNames = new Set(['name', 'narrowPicture'])

/** A text field; one that names a picture offers the existing ones. */
const TextNode = ({ texts, errors, path, label }: NodeProps) => {
  const text = texts.get(path) ?? ''
  const own = { label, name: `${fieldPrefix}${path}`, defaultValue: text, error: errors.get(path) }
  const name = lastName(path)
  if (usuallyLong.has(name) || text.length > longText || text.includes('\n'))
    return <TextEntry {...own} rows={Math.min(12, 2 + Math.floor(text.length / 80))} />
  const isPicture = pictureNames.has(name) && (name !== 'name' || texts.has(path.replace(/name$/, 'alt')))
  return <Entry {...own} autoComplete="off" list={isPicture ? 'picture-names' : undefined} />
}

const choicesOf = (choices: readonly string[], usual: string | null, text: string) => {
  const isListed = usual !== null || choices.includes(text)
  const all = isListed ? choices : [text, ...choices]
  return all.map((one) => [one, one === '' ? '—' : one] as const)
}

const hintOf = (kind: 'lines' | 'grid'): string =>
  kind === 'lines' ? 'One in each line.' : 'A row in each line, with | between its cells.'

const Leaf = (props: NodeProps) => {
  const { node, texts, errors, path, label } = props
  const own = { label, name: `${fieldPrefix}${path}` }
  const text = texts.get(path) ?? ''
  const typed = { ...own, defaultValue: text, error: errors.get(path) }
  if (node.kind === 'flag') return <CheckEntry {...own} defaultChecked={texts.has(path)} />
  if (node.kind === 'choice')
    return <ChoiceEntry {...typed} choices={choicesOf(node.choices, node.usual, text)} />
  if (node.kind === 'number') return <Entry {...typed} inputMode="numeric" autoComplete="off" />
  if (node.kind !== 'lines' && node.kind !== 'grid') return <TextNode {...props} />
  const rows = Math.min(16, 2 + text.split('\n').length)
  return <TextEntry {...typed} rows={rows} hint={hintOf(node.kind)} />
}

const ListButton = ({ change, children, label }: { change: string; children: string; label: string }) => (
  <ActionButton name="list" value={change} formNoValidate aria-label={`${children}: ${label}`}>
    {children}
  </ActionButton>
)

const Frame = ({
  title,
  error,
  children,
}: {
  readonly title: string
  readonly error: string | undefined
  readonly children: ReactNode
}) => (
  <fieldset className={styles.group}>
    <legend>{title}</legend>
    {error ? <p className={styles.error}>{error}</p> : null}
    {children}
  </fieldset>
)

const ItemTools = ({ at, name }: { readonly at: string; readonly name: string }) => (
  <p className={styles.tools}>
    <ListButton change={`up ${at}`} label={name}>
      Move up
    </ListButton>
    <ListButton change={`down ${at}`} label={name}>
      Move down
    </ListButton>
    <ListButton change={`remove ${at}`} label={name}>
      Remove
    </ListButton>
  </p>
)

const KindOfItem = ({ item, path, label }: { item: FormNode; path: string; label: string }) =>
  item.kind === 'union' ? (
    <select name={`kind ${path}`} aria-label={`Kind of what is added to ${label}`}>
      {[...item.options.keys()].map((kind) => (
        <option key={kind} value={kind}>
          {kindWord(kind)}
        </option>
      ))}
    </select>
  ) : null

const ListNode = ({ node, path, label, ...rest }: NodeProps & { node: FormNode & { kind: 'list' } }) => (
  <Frame title={label} error={rest.errors.get(path)}>
    {placesIn(rest.texts, path).map((place, at) => {
      const name = `${label} ${at + 1}`
      return (
        <div key={place} className={styles.item}>
          <Node {...rest} node={node.item} path={`${path}.${place}`} label={name} />
          <ItemTools at={`${path}.${place}`} name={name} />
        </div>
      )
    })}
    <p className={styles.tools}>
      <KindOfItem item={node.item} path={path} label={label} />
      <ListButton change={`add ${path}`} label={label}>
        Add one
      </ListButton>
    </p>
  </Frame>
)

const groupOf = (node: FormNode, texts: FormTexts, path: string) =>
  node.kind === 'union' ? node.options.get(texts.get(`${path}.kind`) ?? '') : node

const Node = (props: NodeProps) => {
  const { node, texts, path, label, errors } = props
  if (node.kind === 'fixed') return null
  if (node.kind === 'list') return <ListNode {...props} node={node} />
  if (node.kind !== 'group' && node.kind !== 'union') return <Leaf {...props} />
  const group = groupOf(node, texts, path)
  const kind = texts.get(`${path}.kind`)
  return (
    <Frame
      title={node.kind === 'union' && kind !== undefined ? `${label}: ${kindWord(kind)}` : label}
      error={errors.get(path)}
    >
      {node.kind === 'union' ? (
        <input type="hidden" name={`${fieldPrefix}${path}.kind`} value={kind ?? ''} />
      ) : null}
      {node.kind === 'group' && node.isOptional ? (
        <p className={styles.hint}>Left out when all of it is empty.</p>
      ) : null}
      {group?.kind === 'group' ? (
        <div className={styles.fields}>
          {group.fields.map((field) => (
            <Node
              key={field.name}
              node={field.node}
              texts={texts}
              errors={errors}
              path={`${path}.${field.name}`}
              label={fieldWord(field.name)}
            />
          ))}
        </div>
      ) : null}
    </Frame>
  )
}

/** The fields of a part, by its form. */
export const PartFields = ({
  node,
  ...rest
}: FieldsProps & { readonly node: FormNode & { kind: 'group' } }) => (
  <div className={styles.fields}>
    {node.fields.map(({ name, node: field }) => (
      <Node key={name} {...rest} node={field} path={name} label={fieldWord(name)} />
    ))}
  </div>
)
