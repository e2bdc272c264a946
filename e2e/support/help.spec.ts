import { afterAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from '../stage/accessibility.ts'
import { as, closeAll, database, open } from '../stage/fixtures.ts'

afterAll(closeAll)

describe('the help centre', () => {
  it('[S-114] [wish §8.3] lists articles by category, finds one by misspelt words without accents, and opens it', async () => {
    const page = await open('/aide')
    await page.getByRole('heading', { name: 'Abonnement et paiements' }).waitFor()
    expect(await page.getByRole('main').getByRole('heading', { level: 3 }).count()).toBeGreaterThanOrEqual(34)
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('searchbox', { name: 'Chercher une réponse' }).fill('resillier abonement')
    await page.getByText(/articles? trouvés?$/).waitFor()
    const found = page.getByRole('main').getByRole('link', { name: /Résilier un abonnement/ })
    await found.waitFor()
    expect(await found.getByRole('heading').locator('mark').allTextContents()).toEqual(['Résilier'])
    expect(await page.getByRole('main').getByRole('listitem').first().textContent()).toContain(
      'Résilier un abonnement',
    )
    await found.click()
    await page.getByRole('heading', { level: 1, name: 'Résilier un abonnement' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Résilier votre contrat' }).waitFor()
    expect(await page.getByText('Cet article vous a-t-il aidé').count()).toBe(0)
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('[S-114] asks members whether an article helped, once a version, and shows staff the answers in the studio', async () => {
    const { page } = await as('freemium', '/aide?article=resilier')
    await page.getByRole('button', { name: 'Non', exact: true }).click()
    await page.getByLabel(/Ce qui manque/).fill('Le délai de ma banque')
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await page.getByText('Merci, votre réponse est enregistrée.').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Non', exact: true, pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Oui', exact: true }).click()
    await page.getByRole('button', { name: 'Oui', exact: true, pressed: true }).waitFor()
    const desk = await as('admin', '/admin/contenus/studio?contenu=help-article/resilier')
    const figures = desk.page.getByRole('region', { name: 'Ce qu’en disent les membres' })
    await figures.getByText('Le délai de ma banque').waitFor()
    await figures.getByText('1 sur 1', { exact: true }).waitFor()
  })

  it('[S-114] opens the article that explains a screen over it, and gives the focus back', async () => {
    const { page } = await as('freemium', '/parrainage')
    const mark = page.getByRole('link', { name: 'Aide : comment fonctionne le parrainage' })
    await mark.click()
    const sheet = page.getByRole('dialog', { name: 'Article d’aide' })
    await sheet.getByRole('heading', { name: 'Parrainage : qui compte, combien, quand' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/parrainage')
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(await mark.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('opens an article at its own address without a prerendered page and without an error', async () => {
    const thrown: string[] = []
    const page = await open('/aide')
    page.on('pageerror', (error) => thrown.push(error.message))
    await page.goto(new URL('/aide?article=lire-un-signal', page.url()).href)
    await page.getByRole('heading', { level: 2, name: 'Avant de passer un ordre' }).waitFor()
    expect(thrown).toEqual([])
  })

  it('redirects from an earlier slug, and reports an unknown one', async () => {
    await database(
      `insert into content_redirects select kind, 'annuler', id from content_items where slug = 'resilier' on conflict do nothing`,
    )
    const page = await open('/aide?article=annuler')
    await page.waitForURL((address) => address.search === '?article=resilier')
    await page.getByRole('heading', { level: 1, name: 'Résilier un abonnement' }).waitFor()
    const none = await open('/aide?article=nulle-part')
    await none.getByRole('heading', { level: 1, name: 'Article introuvable' }).waitFor()
  })

  it('falls back to French with a notice, and runs no script from a text', async () => {
    await database(
      `select private.install_content('help-article', 'en-francais', '{"fields": {"category": "start"}, "texts": {"fr": {"title": "Seulement en français", "summary": "Essai.", "body": "Avant <script>window.ran = 1</script><img src=x onerror=\\"window.ran = 1\\"> [lien](javascript:window.ran=1) après"}}}', 'Test')`,
    )
    const page = await open('/aide?article=en-francais&lang=it')
    await page.getByRole('heading', { level: 1, name: 'Seulement en français' }).waitFor()
    await page.getByText('Questo testo non è ancora tradotto').waitFor()
    await page.getByText(/Avant.*après/).waitFor()
    expect(await page.locator('main script, main img, main a[href^="javascript"]').count()).toBe(0)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })
})

describe('a fact that has expired', () => {
  it('is marked for every reader, with its day and source', async () => {
    const page = await open('/brokers?broker=goelette-exemple')
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Délai de retrait').waitFor()
    await sheet.getByText(/^À revérifier, lu le \d\d\/\d\d\/\d{4}$/).waitFor()
    expect(await sheet.getByText(/^À revérifier/).count()).toBe(1)
    await sheet.getByText(/^Retrait fait par la rédaction \(exemple\), lu le/).waitFor()
  })
})

describe('a legal page', () => {
  it('shows what the operator has published, with the facts of the operator, and its own text until then', async () => {
    const page = await open('/avertissement-risques')
    await page.getByRole('heading', { level: 2, name: 'Perte en capital' }).waitFor()
    await database(
      `select private.install_content('legal-page', 'risk', '{"texts": {"fr": {"title": "Nos risques", "summary": "Résumé", "body": "## Avant tout\\n\\nÉcrivez à {{contact}}."}}}', 'Test')`,
    )
    try {
      await page.reload()
      await page.getByRole('heading', { level: 2, name: 'Avant tout' }).waitFor()
      await page.getByText(/^Écrivez à \S+@\S+\.$/).waitFor()
      expect(await page.getByRole('heading', { level: 2, name: 'Perte en capital' }).count()).toBe(0)
    } finally {
      await database(`delete from published_content where kind = 'legal-page'`)
    }
  })
})
