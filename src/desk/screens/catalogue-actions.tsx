import { isShopError } from '#shared/errors.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import { previewDeskEntry, publishDeskEntry } from '../catalogue-endpoints.ts'
import type { DeskCatalogueChanges } from '../catalogue-endpoints.ts'
import { ChangeTable } from './catalogue-changes.tsx'
import styles from './catalogue-fields.module.css'
import { fieldLabel, sentValues, textsIn, textsOf, wordIn } from './catalogue-fields.tsx'
import type { EntryTexts } from './catalogue-fields.tsx'
import { ActionButton } from './parts/action.tsx'
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
  }
}

/**
 * Shows what the form would change or, when that was seen, publishes it. Where somebody else published meanwhile, nothing is: the
 * answer has both. Null when it is published.
 */
export const answerEntryForm = async (
  call: Call,
  request: Request,
  named: string | null,
): Promise<EntryAnswer | { readonly published: string }> => {
  const form = await postedForm(request)
  const code = named ?? wordIn(form, 'code').toLowerCase()
  const sent = { code, base: Number(wordIn(form, 'base')), texts: textsIn(form) }
  try {
    if (wordIn(form, 'intent') !== 'publish') return await preview(call, sent)
    await call(publishDeskEntry, { code, base: sent.base, values: sentValues(sent.texts) })
    return { published: code }
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    if (thrown.code === 'ACTION_NOT_ALLOWED') return preview(call, sent)
    const errors = new Map(Object.entries(thrown.fields ?? {}))
    return { ...sent, errors, meanwhile: [], changes: [], refusal: refusalIn(thrown) }
  }
}

/** Publishes exactly what was shown, even if the form has changed since. */
const PublishForm = ({ answer }: { readonly answer: EntryAnswer }) => (
  <form method="post" className={styles.publish}>
    <input type="hidden" name="intent" value="publish" />
    <input type="hidden" name="code" value={answer.code} />
    <input type="hidden" name="base" value={answer.base} />
    {[...answer.texts].map(([name, text]) => (
      <input key={name} type="hidden" name={name} value={text} />
    ))}
    <p>
      <ActionButton kind="primary">Publish</ActionButton>
    </p>
  </form>
)

/** What the form would change, with the button that publishes exactly that. */
export const EntryPreview = ({
  answer,
  mayPublish,
}: {
  readonly answer: EntryAnswer
  readonly mayPublish: boolean
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
        {mayPublish ? (
          <PublishForm answer={answer} />
        ) : (
          <DeskNote>Your role sees this and does not publish. Operations and owners do.</DeskNote>
        )}
      </Section>
    ) : (
      <DeskNote kind="danger" isAnswer>
        {answer.refusal}
      </DeskNote>
    )}
  </>
)
