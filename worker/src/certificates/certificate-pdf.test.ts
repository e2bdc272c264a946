import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Results } from 'trading/learning/certificate'
import { describe, expect, it } from 'vitest'
import { expectOrder, readPdf, squeezed } from '../testing/read-pdf.ts'
import { drawCertificate } from './certificate-pdf.ts'
import { type Certificate, certificateTexts, certificateWords } from './certificate-words.ts'

const SITE = 'https://vigie.example'
const ABILITIES = ['Lire un cours, un spread, un pip', 'Choisir le bon type d’ordre']
const answers = (right: number, of: number) => Array.from({ length: of }, (_, place) => place < right)
const results = (abilities: readonly string[]): Results => ({
  course: {
    slug: 'bases',
    minutes: 130,
    title: { fr: 'Bases du trading', en: 'Trading basics' },
    abilities: { fr: [...abilities] },
  },
  sections: [
    ...abilities.map((_, place) => ({
      part: 'quiz' as const,
      lesson: `lesson-${place}`,
      answers: answers(9, 10),
    })),
    { part: 'exercise', lesson: 'lesson-0', answers: answers(4, 5) },
    { part: 'exam', lesson: null, answers: answers(18, 20) },
  ],
})
const CERTIFICATE: Certificate = {
  code: 'V-7Q4K-92MD-XH5P',
  name: 'Alix Laurent',
  initials: 'A. L.',
  results: results(ABILITIES),
  issued_at: new Date('2026-11-02T23:30:00Z'),
  sealed_as: 1102,
  hash: `a93e07${'0'.repeat(54)}5c1f`,
  language: 'fr',
}
const draw = (certificate: Certificate) => drawCertificate(certificate, SITE, 'Vigie')
const read = async (certificate: Certificate) => readPdf(await draw(certificate))

describe('the PDF of a certificate', () => {
  it('[S-101] [wish §1.5] names member, course, what was answered, day, seal, code and where to check it, and promises no return', async () => {
    const { pages, text, info, links } = await read(CERTIFICATE)
    expect(pages).toBe(1)
    for (const part of [
      'Attestation de réussite',
      'Alix Laurent',
      'a suivi les 2 leçons et réussi les épreuves du cours',
      'Bases du trading',
      ...ABILITIES,
      '9 sur 10',
      'Examen final, 20 questions · 5 graphiques',
      '18 sur 20 · 4 sur 5',
      '40',
      'justes sur 45',
      '3 novembre 2026',
      '2 h 10',
      'événement 1 102',
      'a93e07…5c1f',
      'vigie.example/attestation',
      'V-7Q4K-92MD-XH5P',
      'N’atteste aucun rendement',
    ])
      expect(text, part).toContain(squeezed(part))
    expect(links).toEqual([`${SITE}/attestation?code=V-7Q4K-92MD-XH5P`])
    expect(info).toMatchObject({ Title: 'Attestation de réussite V-7Q4K-92MD-XH5P', Language: 'fr' })
  })

  it.each(['fr', 'en', 'es', 'it'] as const)('in %s says what the screen says', async (language) => {
    const certificate = { ...CERTIFICATE, language }
    const { text, words } = await read(certificate)
    const said = certificateWords(certificate, SITE, 'Vigie')
    for (const part of [said.did, said.course, said.strokes, said.limits, ...said.facts.flat()])
      expect(text).toContain(squeezed(part))
    expect(text).not.toMatch(/\{\{|undefined|\?/)
    expectOrder(words, 40, 800)
    const screen = join(
      import.meta.dirname,
      `../../../web/src/features/certificate/messages/${language}.json`,
    )
    const { right_one, right_other, ...shared } = certificateTexts[language]
    expect(JSON.parse(readFileSync(screen, 'utf8'))).toMatchObject(shared)
  })

  it('holds a long name and twenty lessons on one page', async () => {
    const name = 'Maximiliano Alejandro Fernández-Villaverde de la Concepción y Łódź Коваль Ωμέγα'
    const ability = 'Reconnaître ce que chaque ordre fait au résultat d’une longue série de trades'
    const { pages, text, words } = await read({
      ...CERTIFICATE,
      name,
      results: results(Array(20).fill(ability)),
    })
    expect(pages).toBe(1)
    expect(text).toContain(squeezed(name))
    expect(text.split(squeezed(ability))).toHaveLength(21)
    expectOrder(words, 40, 800)
    const foot = words.find(({ text }) => text.startsWith('Délivrée'))!
    for (const { y } of words.filter(({ text }) => text.startsWith('Reconnaître')))
      expect(y).toBeGreaterThan(foot.y + 5)
  })

  it('has initials alone where its member hides the name', async () => {
    const { text } = await read({ ...CERTIFICATE, name: null })
    expect(text).toContain('A.L.')
    expect(text).not.toContain('Laurent')
  })

  it('is byte-identical for the same certificate', async () => {
    const hash = async () =>
      createHash('sha256')
        .update(await draw(CERTIFICATE))
        .digest('hex')
    expect(await hash()).toBe(await hash())
  })
})
