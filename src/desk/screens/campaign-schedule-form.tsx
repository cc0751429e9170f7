import type { ReplyOf } from '#shared/endpoint.ts'
import type { viewCampaignReach } from '../campaign-endpoints.ts'
import type { DeskCampaign } from './campaign-frame.tsx'
import { numberText } from './campaign-frame.tsx'
import { textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionButton } from './parts/action.tsx'
import { Entry, Fields, Pair } from './parts/entry.tsx'
import { DeskNote, Section } from './parts/section.tsx'

interface ScheduleFormProps {
  readonly campaign: DeskCampaign
  readonly reach: ReplyOf<typeof viewCampaignReach>
  readonly requestId: string
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
}

const PlanFields = ({ entered, errors }: Pick<ScheduleFormProps, 'entered' | 'errors'>) => (
  <Pair>
    <Entry
      label="Send on"
      name="send_at"
      type="datetime-local"
      hint="In the shop’s time zone. Empty: at once."
      defaultValue={textIn(entered, 'send_at')}
      error={errors.get('send_at')}
    />
    <Entry
      label="Copies an hour at most"
      name="per_hour"
      inputMode="numeric"
      autoComplete="off"
      hint="Empty: no limit."
      defaultValue={textIn(entered, 'per_hour')}
      error={errors.get('per_hour')}
    />
  </Pair>
)

const AgreedFields = ({
  entered,
  errors,
  reach,
}: Pick<ScheduleFormProps, 'entered' | 'errors' | 'reach'>) => {
  const { count, needs_second_person: asks } = reach
  return (
    <>
      <Entry
        label={`Type how many get it: ${numberText(count)}`}
        name="typed"
        inputMode="numeric"
        required
        autoComplete="off"
        defaultValue={textIn(entered, 'typed')}
        error={errors.get('typed')}
      />
      <Entry
        label="Reason"
        name="reason"
        required={asks}
        maxLength={200}
        autoComplete="off"
        hint={asks ? 'Who decides reads it, and the audit log keeps it.' : 'The audit log keeps it.'}
        defaultValue={textIn(entered, 'reason')}
        error={errors.get('reason')}
      />
    </>
  )
}

/** Schedules a campaign: how many get it, typed; for many with a second person. */
export const ScheduleForm = ({ campaign, reach, requestId, entered, errors }: ScheduleFormProps) => {
  const { count, needs_second_person: asks } = reach
  return (
    <Section title="Schedule">
      {asks ? (
        <DeskNote>
          A second person of marketing, or an owner, agrees with a passkey first: it is for many, or says what
          a product does.
        </DeskNote>
      ) : null}
      <form method="post">
        <input type="hidden" name="intent" value="schedule" />
        <input type="hidden" name="version" value={campaign.version} />
        <input type="hidden" name="count" value={count} />
        <input type="hidden" name="request_id" value={requestId} />
        <Fields>
          <PlanFields entered={entered} errors={errors} />
          <AgreedFields entered={entered} errors={errors} reach={reach} />
          <p>
            <ActionButton kind="primary">
              {asks ? 'Ask a second person' : `Send to ${numberText(count)}`}
            </ActionButton>
          </p>
        </Fields>
      </form>
    </Section>
  )
}
