import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { listPlans } from '#catalogue/endpoints.ts'
import type { Segment } from '#newsletter/rules/segment.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { saveCampaignSegment, viewCampaignReach } from '../campaign-endpoints.ts'
import { BothTexts } from './both-texts.tsx'
import { CampaignHead, loadCampaign, CampaignReach } from './campaign-frame.tsx'
import { errorAt, textIn, textsOf, oneOf } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionAnswer, ActionButton } from './parts/action.tsx'
import { ChoiceEntry, Entry, Fields, Pair } from './parts/entry.tsx'
import { Split } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

export const loader = async (args: LoaderFunctionArgs) => {
  const loaded = await loadCampaign(args)
  const { call } = args.context.get(shopContext)
  const [reach, plans] = await Promise.all([
    call(viewCampaignReach, { id: loaded.campaign.id }),
    call(listPlans, {}),
  ])
  return { ...loaded, reach, plans: plans.map(({ code }) => code) }
}

const listIn = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

const dayIn = (text: string): string | null => (text === '' ? null : text)

/** A segment as the endpoint takes it. */
const segmentIn = (texts: EnteredTexts): Segment => ({
  countries: listIn(textIn(texts, 'countries').toUpperCase()),
  currencies: listIn(textIn(texts, 'currencies').toUpperCase()),
  subscribedFrom: dayIn(textIn(texts, 'subscribedFrom')),
  subscribedUntil: dayIn(textIn(texts, 'subscribedUntil')),
  membership: oneOf(['all', 'members', 'others'], textIn(texts, 'membership'), 'all'),
  subscription: oneOf(['any', 'active', 'paused', 'canceled', 'none'], textIn(texts, 'subscription'), 'any'),
  plans: listIn(textIn(texts, 'plans').toLowerCase()),
  orderedFrom: dayIn(textIn(texts, 'orderedFrom')),
  orderedUntil: dayIn(textIn(texts, 'orderedUntil')),
  products: listIn(textIn(texts, 'products').toLowerCase()),
  cart: oneOf(['any', 'abandoned'], textIn(texts, 'cart'), 'any'),
})

/** The fields of a segment that is stored. */
const segmentTexts = (segment: Segment): EnteredTexts =>
  new Map(
    Object.entries(segment).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

/**
 * Saves the segment. A refusal keeps what was entered, with the version that it was entered for; a conflict goes on from the
 * latest version.
 */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const entered = textsOf(await postedForm(request))
  const id = params['id'] ?? ''
  const base = textIn(entered, 'base')
  try {
    const segment = segmentIn(entered)
    const saved = await context.get(shopContext).call(saveCampaignSegment, { id, base, segment })
    if (saved.theirs !== null) {
      const theirs = { by: saved.theirs.by, texts: segmentTexts(saved.theirs.segment) }
      const merged = segmentTexts(saved.theirs.merged)
      return { entered: merged, base: saved.version, refusal: undefined, errors: noErrors, theirs }
    }
  } catch (thrown) {
    return { entered, base, refusal: refusalIn(thrown), errors: fieldErrors(thrown), theirs: null }
  }
  throw redirect(`/desk/newsletters/${id}/audience?done=saved`, 303)
}

const labels = {
  countries: 'Countries',
  currencies: 'Currencies',
  subscribedFrom: 'Subscribed from',
  subscribedUntil: 'Subscribed until',
  membership: 'Account',
  subscription: 'Subscription',
  plans: 'Of the plans',
  orderedFrom: 'Latest order from',
  orderedUntil: 'Latest order until',
  products: 'Bought one of',
  cart: 'Cart',
} as const satisfies Record<keyof Segment, string>

interface SegmentFieldsProps {
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
}

interface NamedProps extends SegmentFieldsProps {
  readonly name: keyof Segment
}

const Codes = ({ entered, errors, name, hint }: NamedProps & { readonly hint: string }) => (
  <Entry
    label={labels[name]}
    name={name}
    autoComplete="off"
    hint={hint}
    defaultValue={textIn(entered, name)}
    error={errorAt(errors, `segment.${name}`)}
  />
)

const Day = ({ entered, errors, name }: NamedProps) => (
  <Entry
    label={labels[name]}
    name={name}
    type="date"
    defaultValue={textIn(entered, name)}
    error={errorAt(errors, `segment.${name}`)}
  />
)

const PersonFields = (props: SegmentFieldsProps) => (
  <>
    <Pair>
      <Codes {...props} name="countries" hint="Codes such as US, CA. Empty: every country." />
      <Codes {...props} name="currencies" hint="Of the latest order. Empty: any." />
    </Pair>
    <Pair>
      <Day {...props} name="subscribedFrom" />
      <Day {...props} name="subscribedUntil" />
    </Pair>
    <ChoiceEntry
      label={labels.membership}
      name="membership"
      choices={[
        ['all', 'with or without one'],
        ['members', 'with an account'],
        ['others', 'without an account'],
      ]}
      defaultValue={textIn(props.entered, 'membership')}
    />
  </>
)

const BuyerFields = (props: SegmentFieldsProps) => (
  <>
    <Pair>
      <ChoiceEntry
        label={labels.subscription}
        name="subscription"
        choices={[
          ['any', 'any or none'],
          ['active', 'active'],
          ['paused', 'paused'],
          ['canceled', 'canceled or ended'],
          ['none', 'none'],
        ]}
        defaultValue={textIn(props.entered, 'subscription')}
      />
      <Codes {...props} name="plans" hint="Codes such as syn-rf. Empty: any plan." />
    </Pair>
    <Pair>
      <Day {...props} name="orderedFrom" />
      <Day {...props} name="orderedUntil" />
    </Pair>
    <Pair>
      <Codes {...props} name="products" hint="Codes of products. Empty: anything or nothing." />
      <ChoiceEntry
        label={labels.cart}
        name="cart"
        choices={[
          ['any', 'any or none'],
          ['abandoned', 'abandoned for four hours or longer'],
        ]}
        defaultValue={textIn(props.entered, 'cart')}
      />
    </Pair>
  </>
)

type Loaded = Awaited<ReturnType<typeof loader>>

const SegmentForm = ({ campaign }: Pick<Loaded, 'campaign'>) => {
  const answer = useActionData<typeof action>()
  const { entered = segmentTexts(campaign.segment), errors = noErrors } = answer ?? {}
  return (
    <form method="post">
      <input type="hidden" name="base" value={answer?.base ?? campaign.version} />
      <Fields>
        <PersonFields entered={entered} errors={errors} />
        <BuyerFields entered={entered} errors={errors} />
        <p>
          <ActionButton kind="primary">Save and count</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

/** What somebody else chose beside the form, where both changed the same condition. */
const Conflict = () => {
  const answer = useActionData<typeof action>()
  if (!answer?.theirs) return null
  const { theirs, entered } = answer
  const both = Object.entries(labels).map(([name, place]) => ({
    place,
    theirs: textIn(theirs.texts, name),
    yours: textIn(entered, name),
  }))
  return (
    <Section title={`Changed by ${theirs.by} meanwhile`}>
      <DeskNote kind="danger" isAnswer>
        Nothing is saved yet. The form has their other conditions too. Saving it now replaces theirs with
        yours:
      </DeskNote>
      {both
        .filter((one) => one.theirs !== one.yours)
        .map((one) => (
          <BothTexts
            key={one.place}
            place={one.place}
            theirs={one.theirs || 'any'}
            yours={one.yours || 'any'}
          />
        ))}
      <p>
        <a href="?">Take theirs, and drop what you entered</a>
      </p>
    </Section>
  )
}

const answers: ReadonlyMap<string, string> = new Map([['saved', 'Saved in the draft, and counted.']])

/** For whom a campaign is, and how many that are now. */
const CampaignAudiencePage = () => {
  const { campaign, mayChange, reach } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal
  return (
    <>
      <CampaignHead campaign={campaign} part="audience" />
      <Split aside={<CampaignReach reach={reach} />}>
        <ActionAnswer refusal={refusal} done={answers} />
        <Conflict />
        <Section title="Segment" aside="Every condition that is set has to hold.">
          {mayChange && campaign.state === 'draft' ? (
            <SegmentForm campaign={campaign} />
          ) : (
            <DeskNote>{reach.sentence}.</DeskNote>
          )}
        </Section>
        <DeskNote>
          Answers to surveys and anything else about health cannot be a condition. It is decided again when a
          copy is sent: who has left by then gets none.
        </DeskNote>
      </Split>
    </>
  )
}

export default CampaignAudiencePage
