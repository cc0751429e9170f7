import { ownValue } from '#shared/own-value.ts'
import { scannedText } from '../rules/scanned-units.ts'
import type { Packing } from './pack-page.tsx'
import { ActionButton, ActionLink } from './parts/action.tsx'
import { ChoiceEntry, Entry, EntryRow } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'
import styles from './pack-page.module.css'

interface PackFormsProps {
  readonly packing: Packing
  /** What was typed before a refusal. */
  readonly entered: Readonly<Record<string, string>> | null
}

/** Shown by the script where the browser reads barcodes and the device has a camera. */
const Camera = ({ resumes }: { readonly resumes: boolean }) => (
  <div className={styles.camera}>
    <input type="hidden" name="camera" value="on" disabled={!resumes} />
    <ActionButton type="button" hidden data-desk-camera="">
      Scan with camera
    </ActionButton>
    <video className={styles.picture} hidden muted playsInline aria-label="What the camera sees" />
    <p role="status" />
  </div>
)

/** A scanner types the code and presses Enter; so does a person; a camera reads it where the browser can. */
const ScanForm = ({ packing }: Pick<PackFormsProps, 'packing'>) => (
  <form method="get" data-desk-scan={packing.resumesCamera ? 'resume' : ''}>
    <input type="hidden" name="scanned" value={scannedText(packing.scanned)} />
    <EntryRow>
      <Entry
        label="Scan or type the code of a product"
        name="code"
        autoComplete="off"
        autoCapitalize="off"
        maxLength={40}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a scanner types where the focus is
        autoFocus
      />
      <ActionButton>Count it</ActionButton>
    </EntryRow>
    <Camera resumes={packing.resumesCamera} />
  </form>
)

const ActionForm = ({
  intent,
  children,
  isPrimary,
}: {
  readonly intent: 'pack' | 'label'
  readonly children: string
  readonly isPrimary: boolean
}) => (
  <form method="post" data-desk-confirm={isPrimary ? '' : undefined}>
    <input type="hidden" name="intent" value={intent} />
    <p>
      <ActionButton kind={isPrimary ? 'primary' : 'secondary'}>{children}</ActionButton>
    </p>
  </form>
)

const ShipForm = ({ packing, entered }: PackFormsProps) => (
  <Section title="Hand over">
    <form method="post">
      <input type="hidden" name="intent" value="ship" />
      <EntryRow>
        <ChoiceEntry
          label="Carrier"
          name="carrier"
          choices={packing.carriers}
          defaultValue={entered === null ? undefined : ownValue(entered, 'carrier')}
        />
        <Entry
          label="Tracking number"
          name="tracking"
          required
          maxLength={40}
          autoComplete="off"
          defaultValue={entered === null ? undefined : ownValue(entered, 'tracking')}
        />
        <ActionButton>Mark as shipped</ActionButton>
      </EntryRow>
    </form>
  </Section>
)

/** What is done with the shipment now: count its units, pack it, buy its label, hand it over. */
export const PackForms = ({ packing, entered }: PackFormsProps) => {
  const { shipment, isComplete, has_label: hasLabel, buys_labels: buysLabels } = packing
  if (shipment.state === 'pending')
    return (
      <Section title="Pack">
        {isComplete ? null : <ScanForm packing={packing} />}
        <ActionForm intent="pack" isPrimary={isComplete}>
          {isComplete ? 'Mark as packed' : 'Mark as packed without scanning'}
        </ActionForm>
      </Section>
    )
  return (
    <>
      {buysLabels ? (
        <Section title="Label">
          {hasLabel ? (
            <p>
              <ActionLink kind="primary" href={`/desk/fulfillment/${shipment.order}/label.pdf`}>
                Print the label
              </ActionLink>
            </p>
          ) : (
            <ActionForm intent="label" isPrimary>
              Buy and print the label
            </ActionForm>
          )}
        </Section>
      ) : null}
      <ShipForm packing={packing} entered={entered} />
    </>
  )
}
