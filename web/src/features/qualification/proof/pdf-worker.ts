// Reads PDFs outside the main thread; the page starts it as one of our own files.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
