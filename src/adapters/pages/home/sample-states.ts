/** What the example letter states about itself, in the words of the service. A test asks the service whether it still says so. */
export const SAMPLE_STATES = {
  title: '2026년 작은도서관 운영 지원 사업 신청 안내',
  doc_number: '도서관정책과-1204',
  issued_date: '2026-03-16',
  issuer: '가람시장',
  recipients: ['작은도서관 협의회장', '가람교육지원청교육장', '각 동장'],
};
