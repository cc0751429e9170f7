import { isShopError } from '#shared/errors.ts'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import { previewDeskEntry, publishDeskEntry, requestEntryApproval } from '../catalogue-endpoints.ts'
import type { DeskCatalogueChanges } from '../catalogue-endpoints.ts'
import { ChangeTable } from './catalogue-changes.tsx'
import styles from './catalogue-fields.module.css'
import { fieldLabel } from '../rules/entry-words.ts'
import { sentValues, textsIn, textsOf, wordIn } from './catalogue-fields.tsx'
import type { EntryTexts } from './catalogue-fields.tsx'
import { ActionButton } from './parts/action.tsx'
import { Fields, ReasonEntry } from './parts/entry.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

/** What a posted form led to, without a publication: everything typed, and what it would change. */
export interface EntryAnswer {
  readonly code: string
  readonly base: number
  readonly texts: EntryTexts
  readonly errors: ReadonlyMap<string, string>
  readonly meanwhile: DeskCatalogueChanges
  readonly changes: DeskCatalogueChanges
  readonly refusal: string | null
  /** Why somebody else is to publish it, as it was typed. */
  readonly reason: string
}

/** What somebody may do with a change that was previewed. */
export type EntryRight = 'publish' | 'ask' | 'look'

export const entryRight = (actor: ShopContext['actor']): EntryRight => {
  if (actor.kind !== 'staff') return 'look'
  if (allows(actor.role, 'catalogue:change')) return 'publish'
  return allows(actor.role, 'catalogue:draft') ? 'ask' : 'look'
}

type Call = ShopContext['call']

interface Sent {
  readonly code: string
  readonly base: number
  readonly texts: EntryTexts
}

const preview = async (call: Call, { code, base, texts }: Sent): Promise<EntryAnswer> => {
  const found = await call(previewDeskEntry, { code, base, values: sentValues(texts) })
  const errors = new Map(found.faults.map(({ field, message }) => [field, message]))
  const isNew = base === 0
  const nothing = found.changes.length === 0 ? 'Nothing is different.' : null
  const [wrong] = errors
  return {
    code,
    base: isNew ? 0 : found.version,
    texts: textsOf(found.values),
    errors,
    meanwhile: found.meanwhile,
    changes: found.changes,
    refusal: wrong ? `${fieldLabel(wrong[0])}: ${wrong[1]}` : nothing,
    reason: '',
  }
}

/**
 * Shows what the form would change or, when that was seen, publishes it or asks somebody for it. Where somebody else published
 * meanwhile, nothing is: the answer has both. With `next`, it is done.
 */
export const answerEntryForm = async (
  call: Call,
  request: Request,
  named: string | null,
): Promise<EntryAnswer | { readonly next: string }> => {
  const form = await postedForm(request)
  const code = named ?? wordIn(form, 'code').toLowerCase()
  const sent = { code, base: Number(wordIn(form, 'base')), texts: textsIn(form) }
  const [intent, reason] = [wordIn(form, 'intent'), wordIn(form, 'reason')]
  const entry = { code, base: sent.base, values: sentValues(sent.texts) }
  try {
    if (intent === 'ask') {
      const { id } = await call(requestEntryApproval, {
        ...entry,
        reason,
        request_id: wordIn(form, 'request_id'),
      })
      return { next: `/desk/approvals/${id}` }
    }
    if (intent !== 'publish') return await preview(call, sent)
    await call(publishDeskEntry, entry)
    return { next: `/desk/catalogue/entries/${code}?done=published` }
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    if (thrown.code === 'ACTION_NOT_ALLOWED') return { ...(await preview(call, sent)), reason }
    const errors = new Map(Object.entries(thrown.fields ?? {}))
    if (errors.has('reason')) return { ...(await preview(call, sent)), errors, reason }
    return { ...sent, errors, meanwhile: [], changes: [], refusal: refusalIn(thrown), reason }
  }
}

interface SendFormProps {
  readonly answer: EntryAnswer
  readonly right: Exclude<EntryRight, 'look'>
  readonly requestId: string
}

/** Publishes exactly what was shown, even if the form has changed since, or asks somebody for it. */
const SendForm = ({ answer, right, requestId }: SendFormProps) => (
  <form method="post" className={styles.publish}>
    <input type="hidden" name="intent" value={right} />
    <input type="hidden" name="request_id" value={requestId} />
    <input type="hidden" name="code" value={answer.code} />
    <input type="hidden" name="base" value={answer.base} />
    {[...answer.texts].map(([name, text]) => (
      <input key={name} type="hidden" name={name} value={text} />
    ))}
    <Fields>
      {right === 'ask' ? (
        <ReasonEntry
          entered={answer.reason}
          error={answer.errors.get('reason')}
          hint="Operations or an owner reads it, and publishes."
        />
      ) : null}
      <p>
        <ActionButton kind="primary">{right === 'ask' ? 'Ask for it' : 'Publish'}</ActionButton>
      </p>
    </Fields>
  </form>
)

/** What the form would change, with the button that publishes exactly that, or asks for it. */
export const EntryPreview = ({
  answer,
  right,
  requestId,
}: {
  readonly answer: EntryAnswer
  readonly right: EntryRight
  readonly requestId: string
}) => (
  <>
    {answer.meanwhile.length > 0 ? (
      <Section title="Changed by someone else meanwhile">
        <DeskNote kind="danger">
          Nothing is published yet. What you typed is kept; fields that you left alone are as they are now.
        </DeskNote>
        <ChangeTable label="Changed meanwhile" changes={answer.meanwhile} />
      </Section>
    ) : null}
    {answer.refusal === null ? (
      <Section title="What changes">
        <ChangeTable label="What changes" changes={answer.changes} />
        {right === 'look' ? (
          <DeskNote>Your role sees this and does not publish. Operations and owners do.</DeskNote>
        ) : (
          <SendForm answer={answer} right={right} requestId={requestId} />
        )}
      </Section>
    ) : (
      <DeskNote kind="danger" isAnswer>
        {answer.refusal}
      </DeskNote>
    )}
  </>
)
