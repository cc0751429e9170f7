import type { CSSProperties } from 'react'

const family = "'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** The design's roles as inline styles, which is all that every mail program reads. */
export const styles = {
  preview: { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 },
  body: { margin: 0, backgroundColor: '#F4F5F1', color: '#1C1813', fontFamily: family },
  container: { maxWidth: '560px', margin: '0 auto', padding: '32px 20px 48px' },
  mark: { margin: '0 0 40px', fontSize: '20px', lineHeight: '24px', fontWeight: 500, letterSpacing: '-0.02em' },
  heading: { margin: '0 0 24px', fontSize: '34px', lineHeight: '36px', fontWeight: 450, letterSpacing: '-0.03em', textWrap: 'balance' },
  section: { margin: '32px 0 12px', fontSize: '20px', lineHeight: '25px', fontWeight: 500, letterSpacing: '-0.01em' },
  text: { margin: '0 0 16px', fontSize: '17px', lineHeight: '26px' },
  table: { width: '100%', borderCollapse: 'collapse', borderTop: '1px solid #1C1813', margin: '0 0 16px' },
  label: { padding: '10px 12px 10px 0', textAlign: 'left', verticalAlign: 'top', fontWeight: 400, fontSize: '17px', lineHeight: '24px', borderBottom: '1px solid #C6CABE' },
  value: { padding: '10px 0', textAlign: 'right', verticalAlign: 'top', fontSize: '17px', lineHeight: '24px', borderBottom: '1px solid #C6CABE' },
  oneLine: { whiteSpace: 'nowrap' },
  button: { display: 'inline-block', margin: '8px 0 24px', padding: '15px 20px', borderRadius: '2px', backgroundColor: '#D2962A', color: '#1C1813', fontSize: '17px', lineHeight: '22px', fontWeight: 500, textDecoration: 'none' },
  link: { color: '#7A5108', textDecoration: 'underline' },
  rule: { margin: '40px 0 16px', border: 'none', borderTop: '1px solid #C6CABE' },
  small: { margin: 0, color: '#5B5E53', fontSize: '15px', lineHeight: '22px' },
} as const satisfies Record<string, CSSProperties> // prettier-ignore

/** For mail programs that know dark mode; the others show the light colours above. */
export const darkStyles = `
@media (prefers-color-scheme: dark) {
  .page { background-color: #15120E !important; color: #ECEDE6 !important; }
  .rows { border-top-color: #ECEDE6 !important; }
  .cell { border-bottom-color: #3B362D !important; }
  .rule { border-top-color: #3B362D !important; }
  .primary { background-color: #DDA53C !important; color: #15120E !important; }
  .link { color: #E3B45C !important; }
  .quiet { color: #A9AC9F !important; }
}`
