export {
  deleteApprovalsBefore as forgetApprovalsBefore,
  deleteApprovalsOf as forgetApprovalsOf,
} from './approval-store.ts'
