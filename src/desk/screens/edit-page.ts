import { formOf } from '#content/rules/part-form.ts'
import type { PartForm } from '#content/rules/part-form.ts'
import type { FormTexts } from '#content/rules/form-shape.ts'
import { afterListAction } from '#content/rules/list-action.ts'
import { structureActions } from '#content/rules/draft-structure.ts'
import { isShopError } from '#shared/errors.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import {
  cancelDeskSchedule,
  discardDeskDraft,
  publishDeskPage,
  rebaseDeskDraft,
  requestPageApproval,
  restructureDeskPage,
  saveDeskPart,
  withdrawPageApproval,
} from '../page-endpoints.ts'
import { sentValues, textsOf, wordIn } from './catalogue-fields.tsx'
import { typedTexts } from './part-fields.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'

type Call = ShopContext['call']

/** What a posted form led to, when it was not done: everything typed, and what somebody else saved. */
export interface EditAnswer {
  readonly part: string
  readonly texts: FormTexts | null
  /** Of the part; that of somebody else's change where there is one. */
  readonly base: number
  readonly refusal: string | null
  readonly theirs: { readonly by: string; readonly texts: FormTexts } | null
  /** What was typed to publish. */
  readonly note: string
  readonly publishAt: string
  /** The sentences of a refusal by their fields. */
  readonly errors: ReadonlyMap<string, string>
}

/** Where an action leads, with the word for what was done. */
interface Done {
  readonly part: string
  readonly done: string
}

interface Posted {
  readonly call: Call
  readonly form: FormData
  readonly page: string
  readonly part: string
}

const numberIn = (form: FormData, name: string): number => Number(wordIn(form, name)) || 0

const answerOf = (
  { form, part }: Posted,
  more: Partial<EditAnswer> & Pick<EditAnswer, 'refusal'>,
): EditAnswer => ({
  part,
  texts: null,
  base: numberIn(form, 'base'),
  theirs: null,
  note: wordIn(form, 'note'),
  publishAt: wordIn(form, 'publish_at'),
  errors: noErrors,
  ...more,
})

const partFormIn = (form: FormData): PartForm => {
  const kind = wordIn(form, 'part_kind')
  return {
    kind: kind === 'page' || kind === 'product' || kind === 'section' ? kind : 'block',
    type: wordIn(form, 'part_type'),
    isVariant: wordIn(form, 'is_variant') === '1',
  }
}

/** The form with an item more, or less, or in another place; nothing is saved by that. */
const answerList = (posted: Posted, action: string): EditAnswer => {
  const { form } = posted
  const kind = wordIn(form, `kind ${action.split(' ')[1] ?? ''}`)
  const texts = afterListAction(
    formOf(partFormIn(form)),
    typedTexts(form),
    action,
    kind === '' ? undefined : kind,
  )
  return answerOf(posted, { texts, refusal: null })
}

const save = async (posted: Posted): Promise<EditAnswer | Done> => {
  const { call, form, page, part } = posted
  const [base, version] = [numberIn(form, 'base'), numberIn(form, 'version')]
  const texts = typedTexts(form)
  let saved: ReplyOf<typeof saveDeskPart>
  try {
    saved = await call(saveDeskPart, { page, part, base, version, values: sentValues(texts) })
  } catch (thrown) {
    return answerOf(posted, { texts, refusal: refusalIn(thrown) })
  }
  if (saved.theirs === null) return { part, done: 'saved' }
  const theirs = { by: saved.theirs.by, texts: textsOf(saved.theirs.values) }
  return answerOf(posted, { texts, base: saved.revision, refusal: null, theirs })
}

const restructure = async ({ call, form, page, part }: Posted, typed: string): Promise<Done> => {
  const action = structureActions.find((one) => one === typed) ?? 'up'
  const [base, version] = [numberIn(form, 'base'), numberIn(form, 'version')]
  const type = wordIn(form, action === 'add-section' ? 'section_type' : 'block_type')
  const done = await call(restructureDeskPage, { page, part, base, version, action, type })
  return { part: done.part, done: action === 'remove' ? 'removed' : 'changed' }
}

const publication = ({ form, page }: Posted) => ({
  page,
  revision: numberIn(form, 'revision'),
  note: wordIn(form, 'note'),
  publish_at: wordIn(form, 'publish_at'),
  far_publish_at: wordIn(form, 'far_publish_at'),
})

/** The actions of the page's buttons by their names; each says what was done. */
const actions: ReadonlyMap<string, (posted: Posted) => Promise<string>> = new Map([
  [
    'publish',
    async (posted) => {
      const { version } = await posted.call(publishDeskPage, publication(posted))
      return version === null ? 'scheduled' : 'published'
    },
  ],
  [
    'ask',
    async (posted) => {
      const id = wordIn(posted.form, 'request_id')
      await posted.call(requestPageApproval, { ...publication(posted), request_id: id })
      return 'asked'
    },
  ],
  [
    'withdraw',
    async ({ call, form, page }) => {
      await call(withdrawPageApproval, { page, id: wordIn(form, 'id') })
      return 'withdrawn'
    },
  ],
  [
    'discard',
    async ({ call, form, page }) => {
      await call(discardDeskDraft, { page, revision: numberIn(form, 'revision') })
      return 'discarded'
    },
  ],
  [
    'rebase',
    async ({ call, form, page }) => {
      await call(rebaseDeskDraft, { page, revision: numberIn(form, 'revision') })
      return 'rebased'
    },
  ],
  [
    'cancel-schedule',
    async ({ call, page }) => {
      await call(cancelDeskSchedule, { page })
      return 'canceled'
    },
  ],
])

/** Does what a form of the page asks for; an answer for what was refused, with everything that was typed. */
export const answerEdit = async (call: Call, request: Request, page: string): Promise<EditAnswer | Done> => {
  const form = await postedForm(request)
  const posted = { call, form, page, part: wordIn(form, 'part') || 'page' }
  const list = wordIn(form, 'list')
  if (list !== '') return answerList(posted, list)
  const intent = wordIn(form, 'intent')
  if (intent === 'save') return save(posted)
  try {
    if (intent === 'structure') return await restructure(posted, wordIn(form, 'change'))
    const action = actions.get(intent)
    return { part: posted.part, done: action ? await action(posted) : '' }
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    return answerOf(posted, { refusal: refusalIn(thrown), errors: fieldErrors(thrown) })
  }
}
