import { formOf } from '#content/rules/part-form.ts'
import { blockKinds, sectionKinds } from '#content/rules/part-form.ts'
import { markOfPart } from '#content/rules/part-mark.ts'
import { fieldPlace, kindWord } from '#content/rules/part-words.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { viewDeskPage } from '../page-endpoints.ts'
import { textsOf } from './catalogue-fields.tsx'
import type { EditAnswer } from './edit-page.ts'
import { previewFrame } from './page-preview.tsx'
import { PartFields } from './part-fields.tsx'
import styles from './page-editor.module.css'
import { BothTexts } from './both-texts.tsx'
import { ActionButton } from './parts/action.tsx'
import { DeskNote, Section } from './parts/section.tsx'

type Viewed = ReplyOf<typeof viewDeskPage>

interface EditorProps {
  readonly viewed: Viewed
  readonly answer: EditAnswer | undefined
}

/** What goes with every form about the chosen part. */
const PartNames = ({ viewed, base }: { readonly viewed: Viewed; readonly base: number }) => (
  <>
    <input type="hidden" name="part" value={viewed.part.id} />
    <input type="hidden" name="base" value={base} />
    <input type="hidden" name="version" value={viewed.version} />
    <input type="hidden" name="part_kind" value={viewed.part.kind} />
    <input type="hidden" name="part_type" value={viewed.part.type} />
    <input type="hidden" name="is_variant" value={viewed.is_variant ? '1' : ''} />
  </>
)

/** The texts of somebody else beside those that were typed, where they are different. */
const Conflict = ({ answer }: { readonly answer: EditAnswer }) => {
  const { theirs, texts } = answer
  if (theirs === null || texts === null) return null
  const names = [...new Set([...theirs.texts.keys(), ...texts.keys()])]
  const different = names.filter((name) => theirs.texts.get(name) !== texts.get(name))
  return (
    <Section title={`Changed by ${theirs.by} meanwhile`}>
      <DeskNote kind="danger" isAnswer>
        Nothing is saved yet. What you typed is kept in the form. Saving it now replaces theirs with yours:
      </DeskNote>
      {different.map((name) => (
        <BothTexts
          key={name}
          place={fieldPlace(name)}
          theirs={theirs.texts.get(name) ?? ''}
          yours={texts.get(name) ?? ''}
        />
      ))}
      <p>
        <a href={`?part=${answer.part}`}>Take theirs, and drop what you typed</a>
      </p>
    </Section>
  )
}

const Problems = ({ viewed }: Pick<EditorProps, 'viewed'>) => {
  const own = viewed.problems.filter(({ part }) => part === viewed.part.id)
  return own.length === 0 ? null : (
    <DeskNote kind="danger">
      <ul>
        {own.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field === '' ? '' : `${fieldPlace(field)}: `}
            {message}
          </li>
        ))}
      </ul>
    </DeskNote>
  )
}

const KindChoice = ({ name, label, kinds }: { name: string; label: string; kinds: readonly string[] }) => (
  <select name={name} aria-label={label} defaultValue={kinds.includes('paragraph') ? 'paragraph' : 'text'}>
    {kinds.map((kind) => (
      <option key={kind} value={kind}>
        {kindWord(kind)}
      </option>
    ))}
  </select>
)

const StructureButton = ({ change, children }: { readonly change: string; readonly children: string }) => (
  <ActionButton name="change" value={change}>
    {children}
  </ActionButton>
)

/** Moves, copies, removes and adds sections and blocks. */
const Structure = ({ viewed }: Pick<EditorProps, 'viewed'>) => {
  const { part, is_variant: isVariant } = viewed
  if (isVariant) return <DeskNote>This page shows the sections of another page; edit them there.</DeskNote>
  const isPlaced = part.kind === 'section' || part.kind === 'block'
  const takesBlocks = part.kind === 'block' || part.type === 'text'
  return (
    <Section title="Place">
      <form method="post" action={`?part=${part.id}`}>
        <input type="hidden" name="intent" value="structure" />
        <PartNames viewed={viewed} base={part.revision} />
        {isPlaced ? (
          <p className={styles.tools}>
            <StructureButton change="up">Move up</StructureButton>
            <StructureButton change="down">Move down</StructureButton>
            <StructureButton change="duplicate">Duplicate</StructureButton>
            <StructureButton change="remove">Remove</StructureButton>
          </p>
        ) : null}
        {takesBlocks ? (
          <p className={styles.tools}>
            <KindChoice name="block_type" label="Kind of block" kinds={blockKinds} />
            <StructureButton change="add-block">Add a block</StructureButton>
          </p>
        ) : null}
        <p className={styles.tools}>
          <KindChoice name="section_type" label="Kind of section" kinds={sectionKinds} />
          <StructureButton change="add-section">Add a section</StructureButton>
        </p>
      </form>
    </Section>
  )
}

const titleOf = ({ part }: Viewed): string => {
  if (part.kind === 'page') return 'About the page'
  return part.kind === 'product' ? 'Product' : kindWord(part.type)
}

/** Shows in the preview what is in the form. With scripts it also follows typing. */
const PreviewButton = ({ viewed: { page, parts, part } }: Pick<EditorProps, 'viewed'>) => {
  const mark = markOfPart(parts, part.id)
  return (
    <ActionButton
      formAction={`/desk/pages/${page}/preview${mark === null ? '' : `#${mark}`}`}
      formTarget={previewFrame}
      formNoValidate
      data-desk-preview=""
    >
      Preview, without saving
    </ActionButton>
  )
}

/** What was typed on this page before and never saved; the script that stored it shows the form. */
const TypedBefore = ({ viewed }: Pick<EditorProps, 'viewed'>) => (
  <form method="post" action={`?part=${viewed.part.id}`} data-desk-typed-before="" hidden>
    <DeskNote kind="accent">
      <p>You typed something here before that is not saved.</p>
      <p className={styles.tools}>
        <ActionButton>Put it into the form</ActionButton>
        <ActionButton type="button" data-desk-typed-drop="">
          Drop it
        </ActionButton>
      </p>
    </DeskNote>
  </form>
)

const TextHint = () => (
  <p className={styles.hint}>
    In texts: *Genus species*, [words](/address), {'{price:code}'}. A claim links to [*](#disclaimer) and to
    its source.
  </p>
)

/** The form of the chosen part, with what somebody else changed of it meanwhile. */
export const PartEditor = ({ viewed, answer }: EditorProps) => {
  const { part, is_variant: isVariant } = viewed
  const own = answer?.part === part.id ? answer : undefined
  const node = formOf({ kind: part.kind, type: part.type, isVariant })
  const texts = own?.texts ?? textsOf(part.values)
  const problems = viewed.problems.filter((problem) => problem.part === part.id)
  const errors = new Map(problems.toReversed().map(({ field, message }) => [field, message]))
  const base = own?.texts ? own.base : part.revision
  return (
    <div>
      {own?.theirs ? <Conflict answer={own} /> : null}
      <TypedBefore viewed={viewed} />
      <Section title={titleOf(viewed)}>
        {own?.texts && own.theirs === null ? (
          <DeskNote isAnswer>What you typed is in the form. It is not saved yet.</DeskNote>
        ) : null}
        <Problems viewed={viewed} />
        {node.fields.length === 0 ? (
          <DeskNote>There is nothing to type here.</DeskNote>
        ) : (
          <form method="post" action={`?part=${part.id}`} data-desk-typed={own?.texts ? 'sent' : 'saved'}>
            <input type="hidden" name="intent" value="save" />
            <PartNames viewed={viewed} base={base} />
            <p className={styles.tools}>
              <ActionButton kind="primary">
                {own?.theirs ? `Save mine, in place of what ${own.theirs.by} saved` : 'Save draft'}
              </ActionButton>
              <PreviewButton viewed={viewed} />
            </p>
            <TextHint />
            <PartFields node={node} texts={texts} errors={errors} />
          </form>
        )}
      </Section>
      <Structure viewed={viewed} />
    </div>
  )
}
