import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { formNode } from '#content/rules/form-shape.ts'
import type { FormGroup } from '#content/rules/form-shape.ts'
import { afterListAction } from '#content/rules/list-action.ts'
import { fieldPlace } from '#content/rules/part-words.ts'
import { CampaignContent } from '#newsletter/rules/campaign-content.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { previewDeskCampaign, saveCampaignContent } from '../campaign-endpoints.ts'
import { listDeskPictures } from '../picture-endpoints.ts'
import { CampaignHead, loadCampaign } from './campaign-frame.tsx'
import { MailPreview, mailLookIn } from './campaign-preview.tsx'
import { sentValues, textsOf, wordIn } from './catalogue-fields.tsx'
import styles from './page-editor.module.css'
import { PictureNames } from './picture-names.tsx'
import { PartFields, typedTexts } from './part-fields.tsx'
import { BothTexts } from './both-texts.tsx'
import { ActionAnswer, ActionButton } from './parts/action.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

const whole = formNode(CampaignContent)
const form: FormGroup = whole.kind === 'group' ? whole : { kind: 'group', isOptional: false, fields: [] }

export const loader = async (args: LoaderFunctionArgs) => {
  const loaded = await loadCampaign(args)
  const { call } = args.context.get(shopContext)
  const [{ text }, { names }] = await Promise.all([
    call(previewDeskCampaign, { id: loaded.campaign.id }),
    loaded.mayChange ? call(listDeskPictures, {}) : { names: [] },
  ])
  return { ...loaded, text, names, look: mailLookIn(new URL(args.request.url).searchParams) }
}

/** Adds, moves or removes a block, which saves nothing; or saves the draft. What was typed is never lost. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const posted = await postedForm(request)
  const texts = typedTexts(posted)
  const base = Number(wordIn(posted, 'base')) || 0
  const list = wordIn(posted, 'list')
  if (list !== '') {
    const kind = wordIn(posted, `kind ${list.split(' ')[1] ?? ''}`)
    return {
      texts: afterListAction(form, texts, list, kind === '' ? undefined : kind),
      base,
      refusal: undefined,
      theirs: null,
    }
  }
  const id = params['id'] ?? ''
  try {
    const saved = await context
      .get(shopContext)
      .call(saveCampaignContent, { id, base, values: sentValues(texts) })
    if (saved.theirs !== null) {
      const theirs = { by: saved.theirs.by, texts: textsOf(saved.theirs.values) }
      return { texts: textsOf(saved.theirs.merged), base: saved.version, refusal: undefined, theirs }
    }
  } catch (thrown) {
    return { texts, base, refusal: refusalIn(thrown), theirs: null }
  }
  const { width, scheme } = mailLookIn(new URL(request.url).searchParams)
  throw redirect(
    `/desk/newsletters/${id}?${new URLSearchParams({ width, look: scheme, done: 'saved' })}`,
    303,
  )
}

const answers: ReadonlyMap<string, string> = new Map([['saved', 'Saved in the draft. Nobody got it yet.']])

type Loaded = Awaited<ReturnType<typeof loader>>

const WriteForm = ({ campaign }: Pick<Loaded, 'campaign'>) => {
  const answer = useActionData<typeof action>()
  // A campaign of which nothing is written yet is not wrong.
  const problems = campaign.subject === '' && campaign.version <= 1 ? [] : campaign.problems
  const errors = new Map(problems.map(({ field, message }) => [field, message]))
  return (
    <form method="post">
      <input type="hidden" name="base" value={answer?.base ?? campaign.version} />
      <PartFields
        node={form}
        texts={answer?.texts ?? textsOf(campaign.values)}
        errors={answer ? new Map() : errors}
      />
      <p className={styles.tools}>
        <ActionButton kind="primary">Save the draft</ActionButton>
      </p>
      <p className={styles.hint}>
        Every copy ends with the unsubscribe link and our postal address; they cannot be taken away. Texts can
        have links: [words](/address).
      </p>
    </form>
  )
}

/** What somebody else saved beside the form, where both changed the same. */
const Conflict = () => {
  const answer = useActionData<typeof action>()
  if (!answer?.theirs) return null
  const { theirs, texts } = answer
  const names = [...new Set([...theirs.texts.keys(), ...texts.keys()])]
  const different = names.filter((name) => theirs.texts.get(name) !== texts.get(name))
  return (
    <Section title={`Changed by ${theirs.by} meanwhile`}>
      <DeskNote kind="danger" isAnswer>
        Nothing is saved yet. The form has their other changes too. Saving it now replaces theirs with yours:
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
        <a href="?">Take theirs, and drop what you typed</a>
      </p>
    </Section>
  )
}

/** What a campaign says: its form, and the mail that comes of it. */
const CampaignWritePage = () => {
  const { campaign, mayChange, names, text, look } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal
  const isDraft = campaign.state === 'draft'
  return (
    <>
      <CampaignHead campaign={campaign} part="write" />
      <div className={styles.writer}>
        <div>
          <ActionAnswer refusal={refusal} done={answers} />
          <Conflict />
          <Section title="What it says">
            {mayChange && isDraft ? (
              <WriteForm campaign={campaign} />
            ) : (
              <DeskNote>
                {isDraft
                  ? 'Marketing or an owner writes it.'
                  : 'It is scheduled or was sent, so that it cannot be changed.'}
              </DeskNote>
            )}
          </Section>
        </div>
        <MailPreview id={campaign.id} version={campaign.version} text={text} look={look} />
      </div>
      <PictureNames names={names} />
    </>
  )
}

export default CampaignWritePage
