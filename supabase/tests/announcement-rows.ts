import { type Document, inFour } from './learning-rows.ts'

/** An indicator as staff write it: American inflation, monthly at 8:30 in New York. */
export const indicatorDocument = (fields: object = {}, texts: Record<string, string> = {}): Document => ({
  fields: {
    country: 'US',
    currency: 'USD',
    category: 'inflation',
    impact: 'high',
    better: 'higher',
    unit: 'percent',
    decimals: 1,
    cadence: 'monthly',
    usual_time: '08:30',
    zone: 'America/New_York',
    authority: 'U.S. Bureau of Labor Statistics',
    authority_url: 'https://www.bls.gov/cpi/',
    symbols: ['EURUSD', 'XAUUSD'],
    codes: { bls: ['Consumer Price Index'], forexfactory: ['USD|CPI y/y'] },
    ...fields,
  },
  texts: inFour({ title: 'Inflation', summary: 'La hausse des prix', why: 'Elle décide des taux', ...texts }),
})
