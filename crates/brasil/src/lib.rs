//! What is Brazilian and nothing else: documents, plates, money, calendars
